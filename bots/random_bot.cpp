// Plays any legal move of any game, each equally likely. C++17, the standard library only.
//
// Build: g++ -std=c++17 -O2 -o build/random_bot random_bot.cpp   (after: mkdir -p build)
// Start: build/random_bot

#include <cstddef>
#include <iostream>
#include <random>
#include <string>
#include <string_view>

// `at` stands on the opening quote of a string; the result is just past its closing quote.
std::size_t end_of_string(std::string_view json, std::size_t at) {
    for (++at; at < json.size() && json[at] != '"'; ++at)
        if (json[at] == '\\') ++at;  // whatever is escaped does not end the string
    return at + 1;
}

// `at` stands on the first character of a value; the result is just past the value.
std::size_t end_of_value(std::string_view json, std::size_t at) {
    int depth = 0;
    while (at < json.size()) {
        const char c = json[at];
        if (depth == 0 && (c == ',' || c == ']' || c == '}')) return at;  // it was a number or a word
        if (c == '"') {
            at = end_of_string(json, at);
        } else {
            depth += (c == '[' || c == '{') - (c == ']' || c == '}');
            ++at;
        }
        if (depth == 0 && (c == '"' || c == ']' || c == '}')) return at;
    }
    return at;
}

std::size_t skip_space(std::string_view json, std::size_t at) {
    while (at < json.size() && (json[at] == ' ' || json[at] == '\t' || json[at] == '\r')) ++at;
    return at;
}

// The text of the value of a key of the outermost object, empty where there is none. Values are stepped over as a
// whole, so the same key further inside, or in a string, is not taken for it.
std::string_view field(std::string_view json, std::string_view key) {
    std::size_t at = skip_space(json, 0) + 1;  // past the {
    while ((at = skip_space(json, at)) < json.size() && json[at] == '"') {
        const std::size_t after = end_of_string(json, at);
        const bool found = json.substr(at + 1, after - at - 2) == key;
        const std::size_t begin = skip_space(json, skip_space(json, after) + 1);  // past the :
        const std::size_t end = end_of_value(json, begin);
        if (found) return json.substr(begin, end - begin);
        at = skip_space(json, end) + 1;  // past the comma
    }
    return {};
}

// How many elements an array has.
std::size_t count(std::string_view array) {
    std::size_t n = 0, at = skip_space(array, 1);  // past the [
    while (at < array.size() && array[at] != ']') {
        ++n;
        at = skip_space(array, end_of_value(array, at));
        if (at < array.size() && array[at] == ',') at = skip_space(array, at + 1);
    }
    return n;
}

int main() {
    std::mt19937_64 random;
    std::string line;
    while (std::getline(std::cin, line)) {
        const std::string_view type = field(line, "type"), id = field(line, "id");
        if (type == "\"quit\"") break;
        // The same contest gives the same game again.
        if (type == "\"start\"") random.seed(std::stoull(std::string(field(line, "seed"))));
        // std::endl flushes.
        if (type == "\"hello\"" || type == "\"start\"")
            std::cout << "{\"type\":\"ready\",\"id\":" << id << ",\"protocol\":1,\"name\":\"random (C++)\"}" << std::endl;
        else if (type == "\"turn\"")
            // With 64 bits the remainder favours no move by more than one part in 10^16.
            std::cout << "{\"id\":" << id << ",\"choice\":" << random() % count(field(line, "legal")) << "}" << std::endl;
    }
}
