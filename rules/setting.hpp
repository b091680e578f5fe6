// Open points, and the ways to decide them: of the draw rules of a rulebook, and of the rules of movement of
// a variant. Both are written NAME=VALUE.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "rules/result.hpp"

namespace damier {

// The first value of a setting is the default, and changes nothing.
template <class Edited>
struct SettingValueOf {
    std::string_view name;
    std::string_view meaning;
    void (*edit)(Edited&) = nullptr;
    std::string_view source = {};  // who has it so
    friend constexpr bool operator==(const SettingValueOf&, const SettingValueOf&) = default;
};

// Unused places in lists of settings and of values have no name, and are last.
template <class Edited>
struct SettingOf {
    std::string_view name;
    std::string_view question;
    std::array<SettingValueOf<Edited>, 3> values = {};
    friend constexpr bool operator==(const SettingOf&, const SettingOf&) = default;

    constexpr std::size_t value_count() const {
        std::size_t count = 0;
        while (count < values.size() && !values[count].name.empty()) ++count;
        return count;
    }
};

// "half-turn=yes|no, removal=at-once|at-end", the defaults first; empty where there is none.
template <class Settings>
std::string list_of_settings(const Settings& settings) {
    std::string list;
    for (const auto& setting : settings) {
        if (setting.name.empty()) continue;
        list += (list.empty() ? "" : ", ") + std::string{setting.name};
        for (std::size_t i = 0; i < setting.value_count(); ++i)
            list += (i == 0 ? "=" : "|") + std::string{setting.values[i].name};
    }
    return list;
}

struct ChosenSetting {
    std::size_t setting;
    std::size_t value;
};

// "half-turn=no" -> its places in the list; `owner` is whose settings they are: "rulebook idf-64".
template <class Settings>
Result<ChosenSetting> find_setting(const Settings& settings, std::string_view wanted,
                                   std::string_view owner) {
    const std::size_t equals = wanted.find('=');
    for (std::size_t s = 0; s < settings.size() && equals != wanted.npos; ++s) {
        if (settings[s].name.empty() || settings[s].name != wanted.substr(0, equals)) continue;
        for (std::size_t v = 0; v < settings[s].value_count(); ++v) {
            if (settings[s].values[v].name == wanted.substr(equals + 1)) return ChosenSetting{s, v};
        }
    }
    const std::string known = list_of_settings(settings);
    return fail(ErrorKind::usage, std::string{owner} + " has no setting \"" + std::string{wanted} + "\"; " +
                                      (known.empty() ? "it has none" : "its settings: " + known));
}

}  // namespace damier
