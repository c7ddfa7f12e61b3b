from arena.games.steps cimport Stepwise

cdef class Position(Stepwise):
    cdef public object options, seats, deal, veterans, solo, duo, hand_of, one_at_a_time
    cdef public tuple seat_of, own
    # the decision that is due
    cdef public object moment, result
    cdef public dict asked
    # the campaign
    cdef public object chapter, rewards, chapter_won, chapter_score, defeat, so_far, tries
    cdef public object earned, missed, banished, dealt
    cdef public tuple rewards_offered
    # Helping Hands
    cdef public object concealed
    cdef public list helping, set_aside
    cdef public tuple helped
    # the mission, and the turn in it
    cdef public object set_up, mission, turn, intensity, leader, active, success
    cdef public dict draws
    cdef public tuple luck_used, listeners
    cdef public object filling, played, spoken, supported, removals
    # piles and supplies
    cdef public tuple trials, reserve, land, discarded, returned, solo_tiles
    cdef public object supply
    # what lies before each veteran
    cdef public tuple attached
    cdef public list names, ready, hands, knocks, tiles, placed, picks, withdrawn
    cdef public list has_played, speeches, advice
    # what seats know of cards that they do not see
    cdef public list known, known_top, known_orders
    # Orders of the Day
    cdef public tuple order_deck, orders, orders_gone
    cdef public object order, order_draw, refused
    # Recruits
    cdef public tuple recruit_deck, recruit_hand, recruits_gone
    cdef public object recruit, tokens, recruit_after, recruit_inside, recruit_acted
    # what the last action has set off
    cdef public tuple offered, helpers, openings, landing, fresh
    cdef public object declined, trap, plays, leaving, stumbling
    cdef public tuple removing, giving, shedding, revealed, tied
    cdef public object looking, thanks, spared
