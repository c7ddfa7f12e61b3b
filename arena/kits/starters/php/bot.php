<?php

declare(strict_types=1);

require __DIR__ . '/protocol.php';

/**
 * One game of my bot: made as the game starts, asked at each turn, thrown away at its end. What it sees and may do is on
 * {{page}}.
 */
final class Bot implements Player
{
    private readonly int $seat;
    private readonly Rng $random;

    public function __construct(Start $start)
    {
        $this->seat = $start->seat;
        $this->random = $start->random;
    }

    /** The index of a move in $turn->legal. */
    public function choose(Turn $turn): int
    {
        // Think here: look at $turn->view and at each of $turn->legal, and return the index of the best.
        //
        //     foreach ($turn->legal as $at => $move) {
        //         fwrite(STDERR, "seat {$this->seat} may {$move['do']}\n");
        //     }
        return $this->random->below(count($turn->legal));
    }
}

play('my bot', fn (Start $start) => new Bot($start));
