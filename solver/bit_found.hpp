// What the captures of a tile lead to, while they are collected.
#pragma once

#include <new>

#include "solver/bit_leaf.hpp"

namespace damier::bits {
namespace {

// What was found for each key of the precedence, lower keys first: of several, the highest counts.
template <class Item>
class ByKey {
public:
    ByKey() = default;
    ByKey(const ByKey&) = delete;
    ByKey& operator=(const ByKey&) = delete;
    ~ByKey() { release(); }

    void clear() { count_ = 0; }
    int count() const { return count_; }
    Item& operator[](int i) { return items_[i]; }
    DAMIER_INLINE Item& at(std::uint64_t key) {
        if (count_ == 0) {
            count_ = 1;
            return items_[0] = Item::nothing(key);
        }
        if (count_ == 1 && items_[0].key == key) return items_[0];
        return insert(key);
    }

private:
    [[gnu::noinline]] Item& insert(std::uint64_t key) {
        int i = 0;
        while (i < count_ && items_[i].key < key) ++i;
        if (i < count_ && items_[i].key == key) return items_[i];
        if (count_ == room_) grow();
        for (int j = count_; j > i; --j) items_[j] = items_[j - 1];
        ++count_;
        items_[i] = Item::nothing(key);
        return items_[i];
    }
    void grow() {
        const int room = 2 * room_;
        void* memory =
            ::operator new (static_cast<std::size_t>(room) * sizeof(Item), std::align_val_t{alignof(Item)});
        std::memcpy(memory, static_cast<const void*>(items_),
                    static_cast<std::size_t>(count_) * sizeof(Item));
        release();
        items_ = static_cast<Item*>(memory);
        room_ = room;
    }
    void release() {
        if (room_ > few) ::operator delete (static_cast<void*>(items_), std::align_val_t{alignof(Item)});
    }

    static constexpr int few = 4;
    Item first_[few];
    Item* items_ = first_;
    int count_ = 0;
    int room_ = few;
};

template <class T>
struct alignas(64) FoundTiles {
    T exists, not_won, lost;
    std::uint64_t key;
    static FoundTiles nothing(std::uint64_t key) { return {T::zero(), T::zero(), T::zero(), key}; }
};
template <class Word>
struct FoundWords {
    Word exists, not_won, lost;
    std::uint64_t key;
    static FoundWords nothing(std::uint64_t key) { return {0, 0, 0, key}; }
};

// Placements from which a jump goes on; mostly none.
template <class T>
struct Onward {
    bool any = false;
    T tile;
    DAMIER_INLINE void touch() {
        if (!any) tile = T::zero();
        any = true;
    }
    DAMIER_INLINE void add(const T& t) {
        touch();
        tile |= t;
    }
    DAMIER_INLINE void add(const Onward& other) {
        if (other.any) add(other.tile);
    }
};

}  // namespace
}  // namespace damier::bits
