// A Node program that blocks its loop in known ways, 0.4 s each: node stalling.js ROUNDS
const fs = require('fs');
const crypto = require('crypto');
const { execSync } = require('child_process');

const length = 0.4;
const now = () => Number(process.hrtime.bigint()) / 1e9;

const kinds = {
  sleep() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, length * 1000);
  },
  compute() {
    const end = now() + length;
    let x = 1;
    while (now() < end) for (let i = 0; i < 1e4; i++) x *= 1.0000001;
    return x;
  },
  hash() {
    // One call of that length: how many rounds that takes is tried first.
    const begin = now();
    crypto.pbkdf2Sync('x', 'y', 50000, 32, 'sha256');
    const rounds = Math.round((50000 * length) / (now() - begin));
    crypto.pbkdf2Sync('x', 'y', rounds, 32, 'sha256');
  },
  file() {
    const end = now() + length;
    const file = fs.openSync('data', 'w');
    const block = Buffer.alloc(1 << 20);
    while (now() < end) {
      fs.writeSync(file, block, 0, block.length, 0);
      fs.fsyncSync(file);
    }
    fs.closeSync(file);
  },
  child() {
    execSync(`sleep ${length}`);
  },
};

const names = Object.keys(kinds);
const count = Number(process.argv[2]) * names.length;
const often = setInterval(() => {}, 20);
let number = 0;

function tick() {
  if (number === count) return clearInterval(often);
  const kind = names[number++ % names.length];
  const begin = now();
  kinds[kind]();
  fs.writeSync(1, `STALL ${kind} ${begin.toFixed(6)} ${(now() - begin).toFixed(6)}\n`);
  setTimeout(tick, 700 + (number * 37) % 90);
}

setTimeout(tick, 1500);
