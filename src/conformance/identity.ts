import { identityReader, sessionRequest } from '#outside/identity.ts'
import { createIdentity } from '#backend/adapters/identity.ts'
import { PAGE_WAIT_MS } from '#backend/adapters/outside-call.ts'
import {
  bodyOf,
  changes,
  givenOf,
  hold,
  pass,
  personOf,
  reads,
  refusedBy,
  same,
  type Bench,
  type Suite,
} from './check.ts'
import { fieldOf } from './json.ts'
import { inboxOf, reportChecks, reportOf } from './report-checks.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const { begin, find } = identityReader.operations

const SESSION_SECONDS = 30 * 60
const REPORT_SECONDS = 60

/** What a person is asked to do on the page. */
const deeds = {
  matched: 'show a document that matches',
  mismatch: 'show a document whose address differs',
  expired: 'show a document whose certificate has expired',
  unreadable: 'let the reading fail once, then show a document that matches',
}

async function sessionOf(bench: Bench) {
  const { given } = bench
  return {
    orderId: bench.newId(),
    returnUrl: await givenOf(bench, 'returnUrl'),
    expected: {
      name: (await given('name')) ?? '試験 太郎',
      birth: (await given('birth')) ?? '1990-01-01',
      address: (await given('address')) ?? '東京都千代田区千代田1-1',
    },
  }
}

async function beginSession(bench: Bench) {
  const body = await sessionOf(bench)
  return { ...body, ...bodyOf(await bench.ask(begin, { body }), 201) }
}

const findSession = async (bench: Bench, sessionId: string) =>
  bodyOf(await bench.ask(find, { parameters: { sessionId } }), 200)

/** A session on whose page somebody has done this. */
async function readBy(bench: Bench, deed: string) {
  const person = personOf(bench)
  const session = await beginSession(bench)
  const back = await person(deed, session.url)
  return { session, back, found: await findSession(bench, session.sessionId) }
}

const portalOf = ({ url, secret, answerWithinMs }: Bench) =>
  createIdentity({ url, secret, timeoutMs: answerWithinMs })

async function checkBegun(bench: Bench) {
  const session = await beginSession(bench)
  const lives = Temporal.Instant.from(session.expiresAt).since(bench.time.now()).total('seconds')
  const isHalfAnHour = Math.abs(lives - SESSION_SECONDS) <= 60
  hold(isHalfAnHour, `expiresAt is in ${Math.round(lives)} s, not in ${SESSION_SECONDS}`)
  hold(URL.canParse(session.url), 'url is no address')
}

async function checkWaiting(bench: Bench) {
  const { sessionId, orderId } = await beginSession(bench)
  const nothing = { verifiedOn: null, failure: null, method: null, document: null }
  const expected = { sessionId, orderId, state: 'waiting', ...nothing }
  same('the session', await findSession(bench, sessionId), expected)
  const portal = await portalOf(bench).find(sessionId)
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
}

async function checkPage(bench: Bench) {
  const { sessionId, url } = await beginSession(bench)
  const answer = await fetch(url, { signal: AbortSignal.timeout(bench.answerWithinMs) })
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? 'none'
  const isPage = answer.status === 200 && type.startsWith('text/html') && text.includes('<html')
  hold(isPage, `the page answers ${answer.status}, ${type}`)
  hold(/<html[^>]*lang="ja"/.test(text), 'the page is not marked as Japanese')
  same('state once it is open', (await findSession(bench, sessionId)).state, 'reading')
}

async function checkMatched(bench: Bench) {
  const { session, back, found } = await readBy(bench, deeds.matched)
  same('led back to', back, `${session.returnUrl}?session=${session.sessionId}`)
  const today = bench.time.now().toZonedDateTimeISO('Asia/Tokyo').toPlainDate().toString()
  const { state, verifiedOn, failure } = found
  same('what is said', [state, verifiedOn, failure], ['matched', today, null])
}

async function checkDocument(bench: Bench) {
  const { found } = await readBy(bench, deeds.matched)
  const { method, document } = found
  hold(method !== null && document !== null, 'a match without method and document')
  const { kind, reference } = document
  hold(reference !== null && reference.trim() !== '', 'document.reference is missing')
  hold(!/^\d{12}$/.test(reference) || kind !== 'my_number_card', 'reference is a My Number')
  const isFitting = kind === 'my_number_card' || method !== 'certificate'
  hold(isFitting, `${kind} has no signature certificate`)
}

async function checkMismatch(bench: Bench) {
  const { found } = await readBy(bench, deeds.mismatch)
  same('state and verifiedOn', [found.state, found.verifiedOn], ['mismatch', null])
  const known = ['name', 'birth', 'address']
  const { failure } = found
  const isNamed = failure?.every((name) => known.includes(name)) === true && failure.length > 0
  hold(isNamed, `failure is ${JSON.stringify(failure)}, one or more of ${known.join(', ')}`)
}

async function checkTimeOver(bench: Bench) {
  const { sessionId } = await beginSession(bench)
  await pass(bench, SESSION_SECONDS + 60)
  const { state, verifiedOn, failure } = await findSession(bench, sessionId)
  same('what is said', [state, verifiedOn, failure], ['expired', null, null])
}

async function checkFinal(bench: Bench) {
  const { session, found } = await readBy(bench, deeds.mismatch)
  await personOf(bench)(deeds.matched, session.url)
  same('afterwards', await findSession(bench, session.sessionId), found)
}

const probe = {
  unknown: { operation: find, parameters: { sessionId: 'conf-unknown' }, code: 'SESSION_UNKNOWN' },
  async change(bench: Bench): Promise<Change> {
    return { operation: begin, body: await sessionOf(bench) }
  },
  done: 201,
  otherBody: ({ body }: Change) => ({ ...body, expected: { ...other } }),
  malformed: (body: Change['body']) => [
    { ...body, returnUrl: undefined },
    { ...body, expected: undefined },
    { ...body, returnUrl: 1 },
  ],
  portal: (bench: Bench, { body }: Change) => portalOf(bench).begin(sessionRequest.parse(body)),
}
const other = { name: '別人 花子', birth: '1991-02-02', address: '大阪府大阪市北区1-1' }

const reportProbe = {
  schema: identityReader.reports.reading.body,
  withinSeconds: REPORT_SECONDS,
  async cause(bench: Bench) {
    const { session } = await readBy(bench, deeds.matched)
    return { sessionId: session.sessionId, type: 'identity' }
  },
  find: (bench: Bench, report: unknown) => findSession(bench, String(fieldOf(report, 'sessionId'))),
}

export const identitySuite: Suite = {
  system: identityReader,
  creates: ['about forty sessions, with --return about fifteen of them read by a person'],
  wanted: {
    returnUrl: { what: "the portal's address that the page may lead back to" },
    name: { what: "the name on the test document (else a made-up one's)" },
    birth: { what: 'its date of birth' },
    address: { what: 'its address' },
  },
  answerWithinMs: PAGE_WAIT_MS,
  checks: [
    ...wireChecks(probe),
    changes('IDENTITY-1', checkBegun),
    changes('IDENTITY-2', async (bench) => {
      const body = { ...(await sessionOf(bench)), returnUrl: 'https://conf.invalid/back' }
      refusedBy(await bench.ask(begin, { body }), 422, 'RETURN_URL_REFUSED')
    }),
    changes('IDENTITY-3', checkWaiting),
    reads('IDENTITY-4', async (bench) => {
      const parameters = { sessionId: bench.newId() }
      refusedBy(await bench.ask(find, { parameters }), 404, 'SESSION_UNKNOWN')
    }),
    changes('IDENTITY-5', async (bench) => {
      const body = { ...(await sessionOf(bench)), myNumber: '123456789018' }
      refusedBy(await bench.ask(begin, { body }), 400, 'MALFORMED')
    }),
    changes('IDENTITY-6', checkPage),
    changes('IDENTITY-7', checkMatched),
    changes('IDENTITY-8', checkDocument),
    changes('IDENTITY-9', checkMismatch),
    changes('IDENTITY-10', async (bench) => {
      const { found } = await readBy(bench, deeds.expired)
      same('what is said', [found.state, found.failure], ['expired', ['certificate']])
    }),
    changes('IDENTITY-11', async (bench) => {
      const { found } = await readBy(bench, deeds.unreadable)
      same('state after a second try', found.state, 'matched')
    }),
    changes('IDENTITY-12', checkFinal),
    changes('IDENTITY-13', checkTimeOver),
    ...reportChecks(reportProbe),
    changes('IDENTITY-14', async (bench) => {
      inboxOf(bench)
      const { session } = await readBy(bench, deeds.mismatch)
      const fields = { sessionId: session.sessionId, state: 'mismatch' }
      await reportOf(bench, fields, REPORT_SECONDS)
    }),
  ],
}
