// Objects of which each thread needs one of its own while it works.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

namespace damier {

// Objects that one thread uses at a time; as many are made as threads meet.
template <class T>
class ObjectPool {
public:
    std::unique_ptr<T> take() {
        const std::lock_guard lock{mutex_};
        if (free_.empty()) return nullptr;
        auto object = std::move(free_.back());
        free_.pop_back();
        return object;
    }
    void give_back(std::unique_ptr<T> object) {
        const std::lock_guard lock{mutex_};
        free_.push_back(std::move(object));
    }

private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> free_;
};

}  // namespace damier
