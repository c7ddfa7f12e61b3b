"""Languages in the jail: each runs with threads, children, files and a collector of garbage at work, and compiles.

Nobody who writes a bot should have to know that there is a filter of system calls around it.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from arena.sandbox import Limits, Program, StderrLog, sandbox_of
from arena.sandbox.process import spawn
from tests.sandbox.conftest import NO_JAIL, hear

pytestmark = pytest.mark.skipif(bool(NO_JAIL), reason=NO_JAIL)

ROOMY = Limits(memory_mb=4096, processes=256, disk_mb=1024)
"""Compilers need more than bots."""


class Language(NamedTuple):
    """`text` in `file` is run by `command`, which finds all of `needs` in /usr/bin."""

    needs: str
    file: str
    text: str
    command: str


LANGUAGES = {
    "python": Language(
        "python3",
        "x.py",
        """
import gc, multiprocessing, os, signal, subprocess, threading
said = [subprocess.run(["echo", "child"], capture_output=True, text=True).stdout.strip()]
thread = threading.Thread(target=said.append, args=["thread"])
thread.start(); thread.join()
alone = subprocess.Popen(["sleep", "1000"], start_new_session=True)
os.killpg(os.getpgid(alone.pid), signal.SIGTERM); alone.wait()
for _ in range(20): loops = [[i] for i in range(10_000)]; gc.collect()
with multiprocessing.get_context("fork").Pool(2) as pool: assert pool.map(abs, [-1, 2]) == [1, 2]
with open("/tmp/file", "w") as file: file.write("file")
said.append(open("/tmp/file").read())
print(*said)
""",
        "exec python3 x.py",
    ),
    "node": Language(
        "node",
        "x.js",
        """
const { Worker } = require("worker_threads");
const fs = require("fs"), os = require("os"), child_process = require("child_process");
const said = child_process.execSync("echo child").toString().trim();
child_process.spawn("true", { detached: true }).unref();
if (!(os.totalmem() > 0 && os.cpus().length > 0 && os.loadavg().length === 3)) throw new Error("no machine");
let kept = [];
for (let i = 0; i < 200; i++) kept = Array.from({ length: 10000 }, (_, k) => ({ k }));
fs.promises.writeFile("/tmp/file", "file").then(() => fs.readFile("/tmp/file", (problem, data) => {
    const code = 'require("worker_threads").parentPort.postMessage(1)';
    new Worker(code, { eval: true }).on("message", () => console.log(said, "thread", data.toString()));
}));
""",
        "node x.js",
    ),
    "java": Language(
        "java javac",
        "X.java",
        """
import java.nio.file.*;
import java.util.stream.*;
class X {
    public static void main(String[] a) throws Exception {
        String said = new String(new ProcessBuilder("echo", "child").start().getInputStream().readAllBytes()).trim();
        String[] heard = new String[1];
        Thread thread = new Thread(() -> heard[0] = "thread");
        thread.start();
        thread.join();
        long total = 0;
        for (int i = 0; i < 200; i++) total += new int[100_000].length;
        System.gc();
        if (IntStream.range(0, 1000).parallel().sum() != 499500 || Runtime.getRuntime().maxMemory() <= 0) return;
        Files.writeString(Path.of("/tmp/file"), "file");
        System.out.println(said + " " + heard[0] + " " + Files.readString(Path.of("/tmp/file")));
    }
}
""",
        "javac -d /tmp X.java && java -cp /tmp X",
    ),
    "c": Language(
        "gcc",
        "x.c",
        """
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static void *say(void *x) { printf("thread "); return x; }
int main(void) {
    pthread_t t;
    if (system("printf 'child '") || pthread_create(&t, 0, say, 0) || pthread_join(t, 0)) return 1;
    char text[8] = "";
    FILE *f = fopen("/tmp/file", "w+");
    fputs("file", f); rewind(f); fgets(text, sizeof text, f); puts(text);
    return 0;
}
""",
        "gcc -O2 -pthread x.c -o /tmp/x && /tmp/x",
    ),
    "c++": Language(
        "g++",
        "x.cpp",
        """
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <thread>
int main() {
    if (std::system("printf 'child '")) return 1;
    std::thread([] { std::cout << "thread "; }).join();
    std::ofstream("/tmp/file") << "file";
    std::string text;
    std::ifstream("/tmp/file") >> text;
    try { throw 1; } catch (int) { std::cout << text << std::endl; }
}
""",
        "g++ -O1 -pthread x.cpp -o /tmp/x && /tmp/x",
    ),
    "rust": Language(
        "rustc",
        "x.rs",
        """
use std::{fs, process::Command, thread};
fn main() {
    let child = Command::new("echo").arg("child").output().unwrap();
    let heard = thread::spawn(|| "thread").join().unwrap();
    fs::write("/tmp/file", "file").unwrap();
    let text = fs::read_to_string("/tmp/file").unwrap();
    println!("{} {} {}", String::from_utf8(child.stdout).unwrap().trim(), heard, text);
}
""",
        "rustc -O x.rs -o /tmp/x && /tmp/x",
    ),
    "go": Language(
        "go",
        "x.go",
        """
package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

func main() {
	child, _ := exec.Command("echo", "child").Output()
	said := make(chan string)
	go func() { said <- "thread" }()
	var kept [][]byte
	for i := 0; i < 1000; i++ { kept = append(kept[:i%10], make([]byte, 100000)) }
	runtime.GC()
	os.WriteFile("/tmp/file", []byte("file"), 0644)
	text, _ := os.ReadFile("/tmp/file")
	fmt.Println(strings.TrimSpace(string(child)), <-said, string(text))
}
""",
        "go run x.go",
    ),
    "perl": Language(
        "perl",
        "x.pl",
        """
my $child = `echo child`; chomp $child;
pipe(my $in, my $out);
if (!fork) { print $out "thread"; exit }
close $out; my $heard = <$in>; wait;
open(my $f, ">", "/tmp/file"); print $f "file"; close $f;
open($f, "<", "/tmp/file"); my $text = <$f>;
print "$child $heard $text\\n";
""",
        "perl x.pl",
    ),
    "ruby": Language(
        "ruby",
        "x.rb",
        """
child = `echo child`.strip
heard = Thread.new { "thread" }.value
20.times { Array.new(10_000) { |i| [i] }; GC.start }
File.open("/tmp/file", "w") { |f| f.flock(File::LOCK_EX); f.write("file") }
puts [child, heard, File.read("/tmp/file")].join(" ")
""",
        "ruby x.rb",
    ),
    "php": Language(
        "php",
        "x.php",
        """
<?php
$child = trim(shell_exec("echo child"));
for ($i = 0; $i < 100000; $i++) { $a = new stdClass; $a->a = $a; }
gc_collect_cycles();
file_put_contents("/tmp/file", "file", LOCK_EX);
echo "$child thread ", file_get_contents("/tmp/file"), "\\n";
""",
        "php x.php",
    ),
    "lua": Language(
        "lua",
        "x.lua",
        """
local pipe = io.popen("echo child")
local child = pipe:read("l")
pipe:close()
for i = 1, 100000 do local t = { i } end
collectgarbage()
local f = io.open("/tmp/file", "w"); f:write("file"); f:close()
local said = coroutine.wrap(function() coroutine.yield("thread") end)()
print(child, said, io.open("/tmp/file"):read("a"))
""",
        "lua x.lua",
    ),
    "c#": Language(
        "mono mcs",
        "X.cs",
        """
using System; using System.Diagnostics; using System.IO; using System.Threading;
class X {
    static void Main() {
        var start = new ProcessStartInfo("echo", "child") { RedirectStandardOutput = true, UseShellExecute = false };
        string child = Process.Start(start).StandardOutput.ReadToEnd().Trim(), heard = "";
        var thread = new Thread(() => heard = "thread");
        thread.Start(); thread.Join();
        for (int i = 0; i < 1000; i++) { GC.KeepAlive(new byte[100000]); }
        GC.Collect();
        File.WriteAllText("/tmp/file", "file");
        Console.WriteLine(child + " " + heard + " " + File.ReadAllText("/tmp/file"));
    }
}
""",
        "mcs -out:/tmp/x.exe X.cs && mono /tmp/x.exe",
    ),
    "shell": Language(
        "bash setsid timeout flock",
        "x.sh",
        """
exec 9>/tmp/lock; flock 9; setsid -w true; timeout 10 true; timeout 0.1 sleep 1000
(sleep 0.01 & wait; echo -n 'child thread ' >/tmp/file; echo file >>/tmp/file); cat <(cat /tmp/file)
""",
        "bash x.sh",
    ),
}


@pytest.mark.parametrize("counted", [True, False], ids=["memory is counted", "memory is not counted"])
@pytest.mark.parametrize("name", LANGUAGES)
async def test_a_language_runs_and_compiles(
    name: str, counted: bool, folder: Path, in_charge: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the kernel's account of memory is there, and where the filter is narrower without it."""
    language = LANGUAGES[name]
    if missing := [need for need in language.needs.split() if not Path("/usr/bin", need).exists()]:
        pytest.skip(f"there is no {missing[0]} here")
    monkeypatch.setattr("arena.sandbox.bwrap.can_make_groups", lambda: counted)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    (folder / language.file).write_text(language.text.lstrip())
    bot = Program("bot", ("/bin/sh", "-c", language.command), str(folder), {})
    process = spawn(bot, sandbox_of("bwrap", ROOMY), ROOMY)
    log = StderrLog(10_000)
    try:
        process.begin_game(log)
        heard = hear(process, patience=300)
        assert await process.wait_exit(60)
        process.drain_stderr()
        ended = process.how_it_ended("output")
    finally:
        process.kill()
    assert " ".join(heard).split() == ["child", "thread", "file"], log.content().decode()
    assert ended == "exited with code 0"
