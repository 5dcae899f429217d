"""A separate site that sends notices, and a worker of it that a test can kill.

`python -m tests.platform.notices.letters fill NOTICES | work`."""

import os
import sys
import time

PEOPLE, EACH = 200, 20


def fill(notices_: str) -> None:
    """200 people, and things told to 20 of them each, until there are so many notices."""
    people = User.objects.bulk_create(
        User(username=f"p{n}", name=f"Player {n}", email=f"p{n}@club.example", password="md5$a$b")
        for n in range(PEOPLE)
    )
    now = timezone.now()
    for turn in range(int(notices_) // EACH):
        them = [people[(turn * EACH + n) % PEOPLE] for n in range(EACH)]
        to = [Letter(user, "/", {"tournament": f"T{turn}", "words": "Come early."}) for user in them]
        telling.tell(key=f"news:{turn}", text="announcement", to=to, now=now)


def work() -> None:
    """Have a worker do due work, and the next one whenever somebody kills it; says the process id of each."""
    while True:
        worker = os.fork()
        if worker:
            print(worker, flush=True)
            os.waitpid(worker, 0)
            continue
        parent = os.getppid()
        while os.getppid() == parent:
            services.sweep(now=timezone.now())
            time.sleep(0.05)
        os._exit(0)


if __name__ == "__main__":
    import django

    django.setup()
    from django.utils import timezone

    from accounts.models import User
    from duework import services
    from notices.services import telling
    from notices.services.telling import Letter

    {"fill": fill, "work": work}[sys.argv[1]](*sys.argv[2:])
