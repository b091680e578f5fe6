// A large array of bytes, zero at first. The pages come from the system when they are touched, in huge ones
// where it has them, for which large arrays are aligned: with ordinary pages a fifth of the time to solve a
// slice went into page faults.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

namespace damier {

class ByteArray {
public:
    ByteArray() = default;
    // Throws std::bad_alloc, as containers do.
    explicit ByteArray(std::size_t size) : size_{size}, mapped_{size} {
        if (size == 0) return;
        constexpr std::size_t huge_page = std::size_t{2} << 20;
        const bool huge = size >= huge_page / 2;
        if (huge) mapped_ = (size + huge_page - 1) / huge_page * huge_page;
        const std::size_t room = huge ? mapped_ + huge_page : mapped_;
        void* memory = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc{};
        data_ = static_cast<std::uint8_t*>(memory);
        if (!huge) return;
        const std::size_t before = -reinterpret_cast<std::uintptr_t>(memory) % huge_page;
        if (before > 0) munmap(data_, before);
        data_ += before;
        if (before < huge_page) munmap(data_ + mapped_, huge_page - before);
        madvise(data_, mapped_, MADV_HUGEPAGE);
    }
    ByteArray(ByteArray&& other) noexcept
        : data_{std::exchange(other.data_, nullptr)},
          size_{std::exchange(other.size_, 0)},
          mapped_{std::exchange(other.mapped_, 0)} {}
    ByteArray& operator=(ByteArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        std::swap(mapped_, other.mapped_);
        return *this;
    }
    ~ByteArray() {
        if (data_ != nullptr) munmap(data_, mapped_);
    }

    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::uint8_t operator[](std::size_t i) const { return data_[i]; }
    std::uint8_t& operator[](std::size_t i) { return data_[i]; }

private:
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
    std::size_t mapped_ = 0;  // whole huge pages
};

}  // namespace damier
