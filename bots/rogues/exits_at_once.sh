# verdict: start-failure; says: exited with code 0 before it answered
# An engine that starts and exits at once, in every game. Met: D02.
exit 0
