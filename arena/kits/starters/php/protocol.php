<?php

// The talk with the referee: a line in, a line out. There is no need to open this file.

declare(strict_types=1);

/** Random numbers that a seed decides: the same seed gives the same game again, in every kit's language. */
final class Rng
{
    private int $state = 2166136261; // FNV-1a with 32 bits, over the digits of the seed

    public function __construct(int $seed)
    {
        foreach (str_split((string) $seed) as $digit) {
            $this->state = ($this->state ^ ord($digit)) * 16777619 & 0xFFFFFFFF;
        }
        $this->state = $this->state ?: 1;
    }

    /** A number from 0 to $limit - 1. */
    public function below(int $limit): int
    {
        $this->state ^= $this->state << 13 & 0xFFFFFFFF; // Marsaglia's xorshift with 32 bits
        $this->state ^= $this->state >> 17;
        $this->state ^= $this->state << 5 & 0xFFFFFFFF;
        return $this->state % $limit;
    }
}

/** What is known as a game begins. */
final class Start
{
    /**
     * @param int $seat the bot's own, from 0
     * @param array<string, mixed> $options
     * @param array<string, int|float|null> $time the limits: start_ms, move_ms, bank_ms, increment_ms; null is none
     */
    public function __construct(
        public readonly string $game,
        public readonly string $gameId,
        public readonly int $seat,
        public readonly int $seats,
        public readonly array $options,
        public readonly array $time,
        public readonly Rng $random,
    ) {
    }
}

/** A decision to be made. */
final class Turn
{
    /**
     * @param list<array<string, mixed>> $legal all legal moves, at least one
     * @param array<string, mixed> $view
     * @param array<string, mixed> $memory
     * @param list<array<string, mixed>> $events what happened since the last turn, oldest first
     * @param int|float|null $lastMs how long the last decision took
     * @param int|float|null $leftMs what is left in the bank
     */
    public function __construct(
        public readonly array $legal,
        public readonly array $view,
        public readonly array $memory,
        public readonly array $events,
        public readonly int|float|null $lastMs,
        public readonly int|float|null $leftMs,
    ) {
    }
}

/** One game of a bot. */
interface Player
{
    /** The index of a move in $turn->legal. */
    public function choose(Turn $turn): int;
}

/**
 * Plays games until the referee has no more, each with a player of its own.
 *
 * @param callable(Start): Player $newPlayer
 */
function play(string $name, callable $newPlayer): void
{
    $game = '';
    $player = null;
    while (($line = fgets(STDIN)) !== false) {
        $message = json_decode($line, true, 512, JSON_THROW_ON_ERROR);
        switch ($message['type']) {
            case 'hello':
                $game = $message['game'];
                say(['type' => 'ready', 'id' => $message['id'], 'protocol' => 1, 'name' => $name]);
                break;
            case 'start':
                $player = $newPlayer(new Start(
                    $game,
                    $message['game_id'],
                    $message['seat'],
                    $message['seats'],
                    $message['options'],
                    $message['time'],
                    new Rng($message['seed']),
                ));
                say(['type' => 'ready', 'id' => $message['id']]);
                break;
            case 'turn':
                $turn = new Turn(
                    $message['legal'],
                    $message['view'],
                    $message['memory'],
                    $message['events'],
                    $message['last_ms'],
                    $message['left_ms'],
                );
                say(['id' => $message['id'], 'choice' => $player->choose($turn)]);
                break;
            case 'quit':
                return;
        }
    }
}

/** @param array<string, mixed> $answer */
function say(array $answer): void
{
    fwrite(STDOUT, json_encode($answer, JSON_THROW_ON_ERROR) . "\n"); // nothing to flush: it is written at once
}
