import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, describe, expect, test } from 'vitest'
import { startDns, type Zone } from '#tests/dns-stub.ts'
import { checkMail } from './check-mail.ts'

const keyOf = (modulusLength: number) =>
  generateKeyPairSync('rsa', { modulusLength })
    .publicKey.export({ type: 'spki', format: 'der' })
    .toString('base64')

const dkim = 'mail2026._domainkey.example.jp/TXT'
/** Everything as docs/mail.md says. */
const whole: Zone = {
  'return.example.jp/MX': ['10 mx.example.jp'],
  'return.example.jp/TXT': ['v=spf1 ip4:192.0.2.8/29 -all'],
  'example.jp/TXT': ['google-site-verification=x', 'v=spf1 include:_spf.example.jp -all'],
  '_spf.example.jp/TXT': ['v=spf1 mx:example.jp ~all'],
  'example.jp/MX': ['10 mx.example.jp'],
  'mx.example.jp/A': ['192.0.2.10'],
  [dkim]: [`v=DKIM1; k=rsa; p=${keyOf(2048)}`],
  '_dmarc.example.jp/TXT': ['v=DMARC1; p=quarantine; rua=mailto:dmarc@example.jp'],
  '10.2.0.192.in-addr.arpa/PTR': ['mx.example.jp'],
}

const closes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closes.splice(0)) await close()
})

async function dnsOf(zone: Zone) {
  const dns = await startDns(zone)
  closes.push(dns.close)
  return dns.address
}

const mail = {
  fromDomain: 'example.jp',
  returnDomain: 'return.example.jp',
  selector: 'mail2026',
  addresses: ['192.0.2.10'],
}

/** What is said where these records are otherwise; `undefined` takes a record away. */
async function faultsWith(changes: Readonly<Record<string, readonly string[] | undefined>>) {
  const zone = Object.fromEntries(
    Object.entries({ ...whole, ...changes }).flatMap(([name, values]) =>
      values === undefined ? [] : [[name, values]],
    ),
  )
  const names = new Resolver({ timeout: 2000, tries: 1 })
  names.setServers([await dnsOf(zone)])
  const said = await checkMail(names, mail)
  return said
    .filter(({ is }) => is !== 'right')
    .map(({ is, record, sentence }) => `${is} ${record}: ${sentence}`)
}

describe('メールのためのDNSの記録を確かめる', () => {
  test('手引きのとおりなら、足りないものはない', async () => {
    expect(await faultsWith({})).toEqual([])
  })

  test.each([
    [
      { 'return.example.jp/MX': undefined },
      'missing MX return.example.jp: not there: what comes back of a mail is lost.',
    ],
    [
      { 'return.example.jp/MX': ['10 nowhere.example.jp'] },
      'missing MX return.example.jp: nowhere.example.jp has no address: what comes back of a mail is lost.',
    ],
    [
      { 'return.example.jp/TXT': undefined },
      'missing SPF return.example.jp: not there: others cannot tell our mail from forged.',
    ],
    [
      { 'return.example.jp/TXT': ['v=spf1 -all', 'v=spf1 ip4:192.0.2.10 -all'] },
      'missing SPF return.example.jp: is there more than once, which counts as an error.',
    ],
    [
      { 'return.example.jp/TXT': ['v=spf1 ip4:198.51.100.1 -all'] },
      'missing SPF return.example.jp: does not let 192.0.2.10 send.',
    ],
    [
      { 'return.example.jp/TXT': ['v=spf1 ip4:192.0.2.10 +all'] },
      'missing SPF return.example.jp: does not end in -all or ~all: anybody may send.',
    ],
    [
      { '_spf.example.jp/TXT': ['v=spf1 include:_spf.example.jp ~all'] },
      'missing SPF example.jp: needs 11 look-ups: others stop at 10.',
    ],
    [
      { [dkim]: undefined },
      'missing DKIM mail2026._domainkey.example.jp: not there: signatures cannot be checked.',
    ],
    [
      { [dkim]: ['v=DKIM1; p='] },
      'missing DKIM mail2026._domainkey.example.jp: is taken back (p is empty): every signature fails.',
    ],
    [
      { [dkim]: ['v=DKIM1; p=AAAA'] },
      'missing DKIM mail2026._domainkey.example.jp: holds no key that can be read.',
    ],
    [
      { [dkim]: [`v=DKIM1; p=${keyOf(1024)}`] },
      'weak DKIM mail2026._domainkey.example.jp: has 1024 bits: take 2048.',
    ],
    [
      { '_dmarc.example.jp/TXT': undefined },
      'missing DMARC _dmarc.example.jp: not there: large providers refuse bulk mail.',
    ],
    [
      { '_dmarc.example.jp/TXT': ['v=DMARC1; p=none; rua=mailto:d@example.jp'] },
      'weak DMARC _dmarc.example.jp: says p=none: forged mail arrives. Read the reports, then quarantine.',
    ],
    [
      { '_dmarc.example.jp/TXT': ['v=DMARC1; p=reject'] },
      'weak DMARC _dmarc.example.jp: names nobody who gets the reports (rua).',
    ],
    [
      { '_dmarc.example.jp/TXT': ['v=DMARC1; p=reject; rua=mailto:d@example.jp; aspf=s'] },
      'missing DMARC _dmarc.example.jp: return.example.jp does not count as example.jp: SPF is of no use.',
    ],
    [
      { '10.2.0.192.in-addr.arpa/PTR': undefined },
      'missing PTR 192.0.2.10: not there: many refuse a sender without a name.',
    ],
    [
      { '10.2.0.192.in-addr.arpa/PTR': ['other.example.jp'] },
      'missing PTR 192.0.2.10: other.example.jp does not lead back to the address.',
    ],
  ])('足りない記録を言う：%o', async (changes, sentence) => {
    expect(await faultsWith(changes)).toContain(sentence)
  })

  test('命令は、足りないものがあれば1で終わり、どの記録かを言う。なければ0で終わる', async () => {
    const run = async (zone: Zone) => {
      const words = ['mail', '--from', 'example.jp', '--return', 'return.example.jp']
      const more = ['--selector', 'mail2026', '--resolver', await dnsOf(zone)]
      const program = join(import.meta.dirname, '../check.ts')
      return promisify(execFile)(process.execPath, [program, ...words, ...more]).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        (error: { code: number; stdout: string; stderr: string }) => error,
      )
    }
    const good = await run(whole)
    expect(good).toMatchObject({ code: 0 })
    expect(good.stdout).toContain('right   MX return.example.jp: leads to mx.example.jp.')
    const bad = await run({ ...whole, [dkim]: [] })
    expect(bad.code).toBe(1)
    expect(bad.stdout).toContain('missing DKIM mail2026._domainkey.example.jp: not there')
    expect(bad.stderr).toBe('Mail will not arrive everywhere: see docs/mail.md.\n')
  })
})
