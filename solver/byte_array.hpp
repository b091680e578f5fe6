// A large array of bytes, zero at first. The pages come from the system when they are touched, in huge ones
// where it has them: with ordinary pages a fifth of the time to solve a slice went into page faults.
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
    explicit ByteArray(std::size_t size) : size_{size} {
        if (size == 0) return;
        void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc{};
        data_ = static_cast<std::uint8_t*>(memory);
        constexpr std::size_t worth_it = std::size_t{8} << 20;
        if (size >= worth_it) madvise(memory, size, MADV_HUGEPAGE);
    }
    ByteArray(ByteArray&& other) noexcept
        : data_{std::exchange(other.data_, nullptr)}, size_{std::exchange(other.size_, 0)} {}
    ByteArray& operator=(ByteArray&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    ~ByteArray() {
        if (data_ != nullptr) munmap(data_, size_);
    }

    std::uint8_t* data() { return data_; }
    const std::uint8_t* data() const { return data_; }
    std::size_t size() const { return size_; }
    std::uint8_t operator[](std::size_t i) const { return data_[i]; }
    std::uint8_t& operator[](std::size_t i) { return data_[i]; }

private:
    std::uint8_t* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace damier
