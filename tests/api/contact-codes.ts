import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Harness } from './harness.ts'

const mailSchema = z.object({ to: z.string(), subject: z.string(), text: z.string() })

/** What reached an address or a phone, the newest first, as its owner would read it. */
export async function received(harness: Harness, contact: string): Promise<string[]> {
  await harness.drain()
  if (!contact.includes('@')) {
    const page = await fetch(`${harness.carrier.url}/messages?to=${contact}`)
    return [...(await page.text()).matchAll(/<td>([^<]*)<br/g)].map(([, text = '']) => text)
  }
  const names = (await readdir(harness.mailFolder)).filter((name) => name.endsWith('.json'))
  const mails = await Promise.all(
    names.map(async (name) =>
      mailSchema.parse(JSON.parse(await readFile(join(harness.mailFolder, name), 'utf8'))),
    ),
  )
  return mails
    .filter(({ to }) => to === contact)
    .map(({ subject, text }) => `${subject}\n${text}`)
    .toReversed()
}

/** The code in the newest message that has one. */
export async function codeAt(harness: Harness, contact: string): Promise<string> {
  const codes = (await received(harness, contact)).flatMap(
    (text) => /確認コードは (\d{6}) です/.exec(text)?.[1] ?? [],
  )
  return codes[0] ?? ''
}
