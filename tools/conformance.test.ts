import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openReturn } from '#conformance/return.ts'
import { StartRefusal } from '#process/start-refusal.ts'
import { tryConformance } from './setup/try-conformance.ts'

/** What the program says, and its exit code. */
async function run(...words: string[]) {
  const child = spawn(process.execPath, ['tools/conformance.ts', ...words])
  const [out, said, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ])
  return { out, said, code }
}

test('見本を試し、文を1つだけ、JUnitで報告する', async () => {
  const { out, said, code } = await run('card', 'stand-in', '--only', 'CARD-6', '--report', 'junit')
  expect(code).toBe(0)
  expect(out).toContain('<testsuite name="card" tests="1" failures="0" skipped="0"')
  expect(said).toContain('This leaves behind: one refused charge to the card of refusedToken.')
})

test('破れた文があれば1で終わり、見つけたものを言う', async () => {
  const { out, code } = await run('card', 'http://127.0.0.1:9', '--read-only', '--only', 'WIRE-2')
  expect(code).toBe(1)
  expect(out).toContain('broken     WIRE-2')
  expect(out).toContain('0 hold, 1 broken, 0 not tried')
})

test.each([
  [['nothing', 'stand-in'], 'Name the system and its address'],
  [['card', 'stand-in', '--only', 'CARD-999'], 'There is no sentence CARD-999.'],
  [['card', 'stand-in', '--report', 'pdf'], '--report is one of text, json, junit.'],
  [
    ['card', 'https://card.example', '--given', 'color=red'],
    '--given knows cardToken, refusedToken.',
  ],
  [['card', 'https://card.example', '--reports', '1'], '1 is not host:port.'],
  [['card', 'https://card.example', '--patience', 'long'], '--patience is a number of seconds.'],
])('%jは、1文で断る', async (words, sentence) => {
  const refused: unknown = await tryConformance(words).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(StartRefusal)
  expect(String(refused)).toContain(sentence)
})

test('人が戻ってきた住所を受け取り、来なければ空になる', async () => {
  const back = await openReturn('127.0.0.1', 0)
  const arriving = back.next(60_000)
  const page = await fetch(`${back.url}/auth/callback?code=1&state=2`)
  expect(await page.text()).toContain('Back again')
  expect(await arriving).toBe(`${back.url}/auth/callback?code=1&state=2`)
  expect(await back.next(0)).toBe('')
  await back.close()
})
