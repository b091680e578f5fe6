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
            items_[0].reset(key);
            return items_[0];
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
        items_[i].reset(key);
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

template <class V>
struct alignas(64) FoundTiles {
    typename V::Tile exists;
    typename V::Sum values;
    std::uint64_t key;
    DAMIER_INLINE void reset(std::uint64_t new_key) {
        exists = V::Tile::zero();
        values.clear();
        key = new_key;
    }
};
template <class V>
struct FoundWords {
    typename V::Word exists;
    typename V::Line values;
    std::uint64_t key;
    static DAMIER_INLINE FoundWords nothing() { return {0, V::Line::nothing(), 0}; }
    DAMIER_INLINE void reset(std::uint64_t new_key) { *this = {0, V::Line::nothing(), new_key}; }
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
