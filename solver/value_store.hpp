// The slices that are in memory while a slice is solved: everything its captures and promotions lead to, in
// both colours.
#pragma once

#include <map>
#include <memory>

#include "solver/slice_layout.hpp"

namespace damier {

template <class Set, class Cell>
class ValueStore {
public:
    void put(SliceValues<Set, Cell> values) {
        const Slice slice = values.layout->slice();
        slices_[slice] = std::make_shared<const SliceValues<Set, Cell>>(std::move(values));
    }
    void drop(const Slice& slice) { slices_.erase(slice); }
    // nullptr where the slice is not in memory.
    const SliceValues<Set, Cell>* find(const Slice& slice) const {
        const auto it = slices_.find(slice);
        return it == slices_.end() ? nullptr : it->second.get();
    }

private:
    std::map<Slice, std::shared_ptr<const SliceValues<Set, Cell>>> slices_;
};

}  // namespace damier
