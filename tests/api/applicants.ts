import { createServer } from 'node:http'
import { once } from 'node:events'
import { createCall, type Call } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import type { RawInput } from '#protocol/endpoint.ts'
import { findSession } from '#server/session/find-session.ts'
import type { Harness } from './harness.ts'
import { atReader } from './outside-pages.ts'

const ORIGIN = 'http://localhost:3000'
type Step = RawInput<typeof api.applicationPut>['body']

/** EIDs with right check digits. */
export const eids = [
  '89049032000000000000000000180001',
  '89033023426100000000000000097706',
] as const

export const holder = {
  lastName: '森',
  firstName: '葵',
  lastNameKana: 'モリ',
  firstNameKana: 'アオイ',
  birth: '1990-04-12',
  gender: 'female',
  zipCode: '1540004',
  region: '東京都',
  locality: '世田谷区',
  street: '太子堂1-2-3',
  phone: '09012345678',
} as const

/** A browser that applies: with the cookie of its application, and signed in once it has been to the provider. */
export function openBrowser(harness: Harness, address?: string) {
  let secret: string | undefined
  let session: string | undefined
  let token = ''
  let accountId = ''

  /** By what the server knows this browser. */
  async function asker() {
    const signedIn = session && (await findSession(harness.services, session))
    return { signedIn: signedIn || undefined, applicationSecret: secret }
  }

  async function send(path: string, init: RequestInit) {
    const now = harness.clock.now()
    const known = await asker()
    const { signedIn } = known
    const headers = {
      Origin: ORIGIN,
      'Sec-Fetch-Site': 'same-origin',
      ...Object.fromEntries(new Headers(init.headers)),
      ...(signedIn ? { Cookie: `sid=${session}; XSRF-TOKEN=${token}`, 'X-XSRF-TOKEN': token } : {}),
    }
    const facts = { ...known, traceKey: 'trace-test', now, ...(address && { address }) }
    return harness.services.apiApp.request(path, { ...init, headers }, facts)
  }
  const call: Call = createCall({ fetch: send })

  /** Saves a step as its page does: with the version that is shown. */
  async function put(step: Unversioned<Step>, version?: number) {
    const shown = version ?? (await call(api.applicationGet)).version
    const body: Step = { ...step, version: shown }
    const saved = await call(api.applicationPut, { body })
    if (saved.secret !== undefined) secret = saved.secret
    return saved
  }

  async function signIn(loginId: string) {
    const opened = await harness.signIn(loginId)
    session = opened.secret
    token = opened.token
    accountId = opened.accountId
    await harness.database.db
      .transaction()
      .execute((tx) => harness.services.bindApplication(tx, secret, accountId, harness.clock.now()))
  }

  /** Goes to the card page's stand-in, which lets the browser come back with a code. */
  async function registerCard(code = 'good') {
    const { updateUrl } = await call(api.applicationCardPost, {
      body: { back: '/order/apply/card' },
    })
    const state = new URL(updateUrl).searchParams.get('state') ?? ''
    return harness.services.takeCardReturn(
      { actor: 'member', accountId, contractId: null, now: harness.clock.now() },
      { state, code },
    )
  }

  /** Holds a document to the reader's stand-in, and comes back from there. @returns where to */
  const readDocument = async (outcome: string) => (await holdDocument(outcome)).back()

  async function holdDocument(outcome: string) {
    const { startUrl } = await call(api.applicationIdentityPost, {
      body: { back: '/order/apply/identity' },
    })
    const checkId = startUrl.split('/').at(-1) ?? ''
    const url = await harness.services.identity.start(accountId, checkId)
    if (!url.startsWith('http')) return { back: async () => url }
    await atReader(url, outcome)
    return { back: () => harness.services.identity.finish(accountId, checkId) }
  }

  /** Goes to the page of the carrier the number is brought from. */
  async function visitOldCarrier(line: number) {
    const { startUrl } = await call(api.applicationOneStopPost, {
      body: { line, back: `/order/apply/line/${line}/number` },
    })
    const state = new URL(startUrl).searchParams.get('visit') ?? ''
    const { numberVisits } = harness.services
    const page = await numberVisits.start(await asker(), state, harness.clock.now())
    return { state, page }
  }

  type Returned = Parameters<Harness['services']['numberVisits']['takeReturn']>[1]
  const returnFromOldCarrier = async (given: Returned) =>
    harness.services.numberVisits.takeReturn(await asker(), given, harness.clock.now())

  /** One voice line with a new number, from the first question to what is confirmed at the end. */
  async function answerAll(
    loginId: string,
    own: Readonly<
      Partial<
        Record<
          | 'firstName'
          | 'firstNameKana'
          | 'lastName'
          | 'lastNameKana'
          | 'birth'
          | 'phone'
          | 'street',
          string
        >
      >
    > = {},
  ) {
    const begun = await put({ step: 'plan', plan: 13, lines: 1, kinds: ['voice'] })
    const chosen = await put({ step: 'sim', line: 1, size: 'nano' }, begun.version)
    const numbered = await put({ step: 'number', line: 1, by: 'new' }, chosen.version)
    const used = await put({ step: 'user', line: 1, user: 'holder' }, numbered.version)
    const { version } = await put({ step: 'options', options: [] }, used.version)
    await signIn(loginId)
    await put({ step: 'holder', ...holder, ...own }, version)
    await readDocument('matched')
    await registerCard()
    await agree()
  }

  async function agree() {
    const { version } = await call(api.applicationTermsGet)
    await put({ step: 'terms', termsVersion: version, agreed: true })
  }

  async function submit(idempotencyKey?: string) {
    const { version, conclusion } = await call(api.applicationGet)
    const body = { conditions: conclusion?.conditions ?? 'none', agreed: true, version } as const
    return call(api.applicationSubmitPost, {
      body,
      ...(idempotencyKey && { idempotencyKey }),
    })
  }

  return {
    call,
    request: send,
    put,
    signIn,
    registerCard,
    holdDocument,
    readDocument,
    visitOldCarrier,
    returnFromOldCarrier,
    answerAll,
    agree,
    submit,
    /** The session is gone; the application's cookie stays. */
    signOut: () => void (session = undefined),
    account: () => accountId,
    useSecret: (other: string | undefined) => void (secret = other),
    secret: () => secret,
  }
}

type Unversioned<Body> = Body extends unknown ? Omit<Body, 'version'> : never

/** The card page's exchange: a code `good` is a card, `silent` ends the line without an answer, anything else is refused. */
export async function startCardPage() {
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => {
      if (text.includes('silent')) return void request.socket.destroy()
      const isGood = text.includes('good')
      response.writeHead(isGood ? 200 : 422, { 'Content-Type': 'application/json' })
      response.end(
        JSON.stringify(
          isGood
            ? {
                cardToken: 'tok_visa_4242_202912_ok_applicant',
                brand: 'visa',
                last4: '4242',
                expires: '2029-12',
              }
            : { error: { code: 'REFUSED', message: 'refused' } },
        ),
      )
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
