# verdict: start-failure; says: no answer within
"""Never reads its stdin. What it is asked fits into its pipe here; what does not fit is `stalled`. Met: D15."""

import time

time.sleep(1000)
