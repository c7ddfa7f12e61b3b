// My bot. What it sees and may do is in {{page}}.
#include "protocol.hpp"

// One game: made as the game starts, asked at each turn, thrown away at its end.
class Bot {
public:
    explicit Bot(const protocol::Start& start) : seat_(start.seat), random_(start.random) {}

    // The index of a move in `turn.legal`.
    std::size_t choose(const protocol::Turn& turn) {
        // Think here: look at turn.view and at each of turn.legal, and return the index of the best.
        //
        //     for (const auto& move : turn.legal)
        //         std::cerr << "may " << move.at("do") << '\n';
        return random_.below(turn.legal.size());
    }

private:
    [[maybe_unused]] int seat_;
    protocol::Random random_;
};

int main() { protocol::play<Bot>("my bot"); }
