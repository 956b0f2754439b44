"""Work shared out among processes."""

import os
import signal
import subprocess
import sys
import time

import pytest

from cardhouse.games.refusal import BadSetup, Refusal
from cardhouse.lab.pool import Pool

SLOW, FAILS, REFUSES, DIES = -1, -2, -3, -4


def work(job):
    """Square a number, slowly or not at all if it is negative."""
    if job == SLOW:
        time.sleep(0.3)
    if job == FAILS:
        raise ZeroDivisionError("no")
    if job == REFUSES:
        raise BadSetup("code", "a sentence")
    if job == DIES:
        os.kill(os.getpid(), signal.SIGKILL)
    return job * job, os.getpid()


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_answers_come_in_the_order_of_the_jobs(workers):
    jobs = [SLOW, *range(20)]
    with Pool(work, workers) as pool:
        answers, processes = zip(*pool.answers(jobs), strict=True)
    assert answers == tuple(job * job for job in jobs)
    assert (os.getpid() in processes) == (workers == 1)
    assert len(set(processes)) <= workers


def test_there_may_be_fewer_jobs_than_workers_or_none():
    with Pool(work, 2) as pool:
        assert [answer for answer, _ in pool.answers([3])] == [9]
    with Pool(work, 2) as pool:
        assert list(pool.answers([])) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_there_goes_wrong_here(workers):
    with Pool(work, workers) as pool, pytest.raises(ZeroDivisionError, match="no"):
        list(pool.answers([1, FAILS]))
    with Pool(work, workers) as pool, pytest.raises(BadSetup) as refused:
        list(pool.answers([REFUSES]))
    assert (refused.value.reason, str(refused.value)) == ("code", "a sentence")


def test_a_worker_that_dies_is_told_and_not_waited_for():
    with Pool(work, 2) as pool, pytest.raises(Refusal, match="a worker died"):
        list(pool.answers([1, DIES, 2]))


def test_a_worker_that_died_before_it_had_work_is_told():
    with Pool(work, 2) as pool:
        pool.processes[0].kill()
        pool.processes[0].join()
        with pytest.raises(Refusal, match="a worker died"):
            list(pool.answers([1, 2, 3]))


def test_when_all_is_done_no_process_is_left():
    with Pool(work, 2) as pool:
        list(pool.answers([1, 2]))
    assert not any(process.is_alive() for process in pool.processes)


def test_workers_end_when_whoever_hired_them_is_killed():
    script = """
import os, signal
from cardhouse.lab.pool import Pool
from tests.lab.test_pool import work
with Pool(work, 2) as pool:
    print(*{process for _, process in pool.answers([-1, -1, -1])}, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    # The workers share its output: to read that to its end is to wait for theirs.
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")
    assert 1 <= len(done.stdout.split()) <= 2
