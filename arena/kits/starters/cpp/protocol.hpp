// The talk with the referee: a line in, a line out. There is no need to open this file.
#pragma once

#include <cstdint>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

namespace protocol {

using Json = nlohmann::json;

// Random numbers that a seed decides: the same seed gives the same game again, in every kit's language.
class Random {
public:
    explicit Random(std::uint64_t seed) {
        for (const unsigned char digit : std::to_string(seed)) state_ = (state_ ^ digit) * 16777619u;
        if (state_ == 0) state_ = 1;
    }

    // A number from 0 to `limit` - 1.
    std::size_t below(std::size_t limit) {
        state_ ^= state_ << 13;  // Marsaglia's xorshift with 32 bits
        state_ ^= state_ >> 17;
        state_ ^= state_ << 5;
        return state_ % limit;
    }

private:
    std::uint32_t state_ = 2166136261u;  // FNV-1a with 32 bits, over the digits of the seed
};

// What is known as a game begins.
struct Start {
    std::string game;
    std::string game_id;
    int seat;  // the bot's own, from 0
    int seats;
    Json options;
    Json time;  // the limits: start_ms, move_ms, bank_ms, increment_ms; null is none
    Random random;
};

// A decision to be made.
struct Turn {
    Json legal;  // all legal moves, an array of at least one
    Json view;
    Json memory;
    Json events;   // what happened since the last turn, oldest first
    Json last_ms;  // how long the last decision took, or null
    Json left_ms;  // what is left in the bank, or null
};

// Plays games until the referee has no more, each with a `Bot` of its own: `Bot(Start)`, and `choose(const Turn&)`, the
// index of a move in `legal`.
template <typename Bot>
void play(const std::string& name) {
    std::string game;
    std::unique_ptr<Bot> bot;
    const auto say = [](const Json& answer) { std::cout << answer << std::endl; };
    for (std::string line; std::getline(std::cin, line);) {
        Json message = Json::parse(line);
        const std::string type = message.at("type");
        if (type == "hello") {
            game = message.at("game");
            say({{"type", "ready"}, {"id", message.at("id")}, {"protocol", 1}, {"name", name}});
        } else if (type == "start") {
            bot = std::make_unique<Bot>(Start{game, message.at("game_id"), message.at("seat"), message.at("seats"),
                                              std::move(message.at("options")), std::move(message.at("time")),
                                              Random(message.at("seed").get<std::uint64_t>())});
            say({{"type", "ready"}, {"id", message.at("id")}});
        } else if (type == "turn") {
            const Turn turn{std::move(message.at("legal")),  std::move(message.at("view")),
                            std::move(message.at("memory")), std::move(message.at("events")),
                            std::move(message.at("last_ms")), std::move(message.at("left_ms"))};
            say({{"id", message.at("id")}, {"choice", bot->choose(turn)}});
        } else if (type == "quit") {
            return;
        }
    }
}

}  // namespace protocol
