import { z } from 'zod'
import { startCard } from '#demo/stand-ins/card/start.ts'
import { startGroupServices } from '#demo/stand-ins/platform/group-services.ts'
import { startPointsLedger } from '#demo/stand-ins/platform/points-ledger.ts'
import { startCarrier } from '#demo/stand-ins/carrier/start.ts'
import { startLetters } from '#demo/stand-ins/letter/start.ts'
import { startIdentity } from '#demo/stand-ins/identity/start.ts'
import { SECOND_FACTOR_ACR } from '#demo/stand-ins/platform/second-factor-policy.ts'
import { startPlatform } from '#demo/stand-ins/platform/start.ts'
import { createTestBrowser } from '#demo/stand-ins/wire/test-browser.ts'
import type { Place, Setting, StandIn } from './rig.ts'

const anywhere = { port: 0, dataFile: ':memory:', tickMs: 0 }

const PORTAL = 'http://portal.test'

const carrier: StandIn = {
  start: (setting) =>
    startCarrier({ ...anywhere, ...setting, consentUrl: `${PORTAL}/mypage/portout/consent.html` }),
  give(at) {
    let lines = 0
    let voiceLine: Promise<string> | undefined
    /** A line that is in service since so many days. */
    const register = async (lineRef: string, number: string, days: number) => {
      const startedAt = at
        .now()
        .subtract({ hours: 24 * days })
        .round('second')
        .toString()
      const line = { number, kind: 'voice', simKind: 'physical', simSize: 'nano', startedAt }
      await askStandIn(at, 'PUT', `/lines/${lineRef}`, { ...line, profile: 'commuter' })
      return lineRef
    }
    const reservations = { good: '0000001234', unknown: '0000009404' }
    return {
      voiceLine: () => (voiceLine ??= register('conf-voice', '07000001234', 5)),
      portIn: () => `09000001111:${reservations.good}`,
      refusedPortIn: () => `09000002222:${reservations.unknown}`,
      returnUrl: () => `${PORTAL}/order/port-in`,
      async oneStop() {
        lines += 1
        const number = `0700000${String(7000 + lines)}`
        const lineRef = await register(`conf-leaving-${lines}`, number, 1)
        const { token } = await askStandIn(at, 'POST', '/one-stop/tokens', { number })
        return `${lineRef}:${String(token)}`
      },
    }
  },
  async person(deed, address, at) {
    if (deed.startsWith('read')) {
      // A second phone is refused: that is what is tried.
      const body = JSON.stringify({ activationCode: address })
      await fetch(`${at.url}/phone/read`, { method: 'POST', body })
      return address
    }
    const answer = deed.startsWith('consent') ? 'consented' : 'declined'
    return press(address, { answer })
  },
}

const CALLBACK = `${PORTAL}/auth/callback`
const AFTER_LOGOUT = `${PORTAL}/`
const account = {
  sub: 'conf-account',
  loginId: 'conf',
  password: 'correct horse battery',
  name: '試験 太郎',
  email: 'conf@example.test',
  mvnoMember: true,
}

const platform = {
  start: (setting: Setting) =>
    startPlatform({
      ...anywhere,
      ...setting,
      servicesSecret: setting.secret,
      accounts: [account],
      clients: [
        {
          clientId: 'portal',
          clientSecret: setting.secret,
          redirectUris: [CALLBACK],
          postLogoutRedirectUris: [AFTER_LOGOUT],
        },
      ],
      returnOrigins: [PORTAL],
      // Codes lie in the outbox of the stand-in.
      mailFolder: '/nonexistent',
    }),
}

/** Our own stand-ins by the names of their systems. */
export const standIns: Readonly<Record<string, StandIn>> = {
  announcement: { ...platform, path: '/announce', give: () => ({}) },
  card: {
    start: (setting) => startCard({ ...anywhere, ...setting }),
    give: () => ({
      cardToken: () => 'tok_visa_4242_209912_ok_conformance',
      refusedToken: () => 'tok_visa_0002_209912_insufficient-funds_conformance',
    }),
  },
  'card-page': {
    ...platform,
    path: '/card',
    give: () => ({ returnUrl: () => `${PORTAL}/mypage/card` }),
    person: (deed, address) => enterCard(address, deed.startsWith('enter')),
  },
  carrier,
  'group-services': {
    start: (setting) => startGroupServices({ ...anywhere, ...setting }),
    path: '/services',
    give: () => ({ memberRef: () => 'conf-member', refusedMember: () => 'conf-member-reject' }),
  },
  identity: {
    start: (setting) => startIdentity({ ...anywhere, ...setting, returnOrigins: [PORTAL] }),
    give: () => ({ returnUrl: () => `${PORTAL}/order/identity` }),
    person: (deed, address) => showDocument(address, deed),
  },
  letters: {
    start: (setting) => startLetters({ ...anywhere, ...setting }),
    give: () => ({
      zipCode: () => '1000001',
      address: () => '東京都千代田区千代田1-1',
      unknownAddress: () => '東京都千代田区住所なし',
      returningAddress: () => '東京都千代田区宛先不明1-1',
    }),
  },
  navigation: { ...platform, path: '/navi', give: () => ({}) },
  oidc: {
    ...platform,
    give: () => ({
      clientId: () => 'portal',
      returnUrl: () => CALLBACK,
      afterLogout: () => AFTER_LOGOUT,
      secondFactorAcr: () => SECOND_FACTOR_ACR,
    }),
    person: (deed, address) => logIn(address, deed),
  },
  points: {
    start: (setting) =>
      startPointsLedger({
        ...anywhere,
        ...setting,
        members: [{ id: 'conf-member', points: 100 }],
      }),
    give: () => ({ memberId: () => 'conf-member' }),
  },
  'text-messages': {
    start: carrier.start,
    give: () => ({ to: () => '09000001111', unreachable: () => '09000009422' }),
  },
}

/** The login page in a browser of its own: who logs in, or leaves. */
async function logIn(address: string, deed: string): Promise<string> {
  const browser = createTestBrowser()
  const { url } = await browser.follow(address)
  const { loginId, password } = account
  const isLeaving = deed.startsWith('leave')
  const form: Record<string, string> = isLeaving
    ? { back: '1', loginId: '', password: '' }
    : { loginId, password }
  const next = await browser.follow(url.href, form)
  if (!next.url.pathname.endsWith('/code')) return next.url.href
  const login = next.url.pathname.split('/').at(-2) ?? ''
  const sent = await fetch(new URL(`/__codes?login=${login}`, address))
  const code =
    z
      .array(z.object({ code: z.string() }))
      .parse(await sent.json())
      .at(-1)?.code ?? ''
  return (await browser.follow(next.url.href, { code })).url.href
}

/** The card page's form, filled in or left. */
function enterCard(address: string, isEntered: boolean): Promise<string> {
  const query = new URL(address).searchParams
  return press(new URL(address).origin + new URL(address).pathname, {
    return_url: query.get('return_url') ?? '',
    state: query.get('state') ?? '',
    ...(isEntered
      ? { number: '4242424242424242', expiry: '12/99', holder: 'TARO SHIKEN' }
      : { cancel: '1' }),
  })
}

/** The reader's page: which outcome is played. */
async function showDocument(address: string, deed: string): Promise<string> {
  const form = (outcome: string) => press(address, { outcome, document: 'driving_licence' })
  if (deed.includes('differs')) return form('mismatch')
  if (deed.includes('expired')) return form('expired')
  if (deed.includes('fail')) await form('unreadable')
  return form('matched')
}

async function askStandIn({ url, secret }: Place, method: string, path: string, body: object) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${secret}` },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
  return z.record(z.string(), z.unknown()).parse(await answer.json())
}

/** Sends the form of a page; where it leads. */
async function press(address: string, form: Record<string, string>): Promise<string> {
  const answer = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
  return answer.headers.get('location') ?? ''
}
