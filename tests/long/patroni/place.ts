import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asServer, type PostgresHome } from '#demo/embedded-postgres/home.ts'
import { giveTo } from '#demo/embedded-postgres/restore.ts'

/** Runs a program as the server's account. What it says goes to a file: a pipe that nobody reads would stop it. */
export function run(home: PostgresHome, name: string, command: string[]): ChildProcess {
  const [program = '', ...words] = command
  const log = openSync(logOf(home, name), 'a')
  const child = spawn(program, words, { ...asServer(home), stdio: ['ignore', log, log] })
  closeSync(log)
  return child
}

export async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill('SIGKILL')
  await ended
}

/** What a program has said last, without PostgreSQL's own lines. */
export function lastWords(home: PostgresHome, name: string): string {
  const said = readFileSync(logOf(home, name), 'utf8').split('\n')
  return [name, ...said.filter((line) => / (INFO|WARNING|ERROR): /.test(line)).slice(-40)].join(
    '\n',
  )
}

export function folderOf(home: PostgresHome, name: string): string {
  const folder = join(home.home, name)
  mkdirSync(folder, { mode: 0o700 })
  if (home.account) giveTo(folder, home.account)
  return folder
}

export function write(home: PostgresHome, name: string, text: string): string {
  const file = join(home.home, name)
  writeFileSync(file, text, { mode: 0o644 })
  return file
}

function logOf(home: PostgresHome, name: string): string {
  return join(home.home, `${name}.log`)
}
