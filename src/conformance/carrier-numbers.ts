import {
  DAY_SECONDS,
  findLine,
  findOrder,
  MINUTES,
  newEsim,
  openLine,
  operations,
  order,
  portalOf,
  reached,
  sendOrder,
} from './carrier-parts.ts'
import { createPortIn } from '#backend/adapters/carrier.ts'
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
  type Check,
} from './check.ts'

/** Days that a reservation number is good for, the day of its issue counted. */
const MNP_DAYS = 15

async function checkIssued(bench: Bench) {
  const { lineRef } = await openLine(bench)
  const orderId = await order(bench, { kind: 'mnp-number', lineRef })
  const { events, facts } = await reached(bench, orderId, 'issued')
  const states = events.map(({ state }) => state).slice(0, 3)
  same('states', states, ['accepted', 'issuing', 'issued'])
  const { mnpNumber, issuedOn, expiresOn } = facts
  hold(/^\d{10}$/.test(String(mnpNumber)), `mnpNumber is ${String(mnpNumber)}`)
  const last = Temporal.PlainDate.from(String(issuedOn)).add({ days: MNP_DAYS - 1 })
  same('expiresOn', expiresOn, last.toString())
}

async function checkOneAtATime(bench: Bench) {
  const data = await openLine(bench, 'data')
  const refused = await sendOrder(bench, { kind: 'mnp-number', lineRef: data.lineRef })
  refusedBy(refused, 422, 'NOT_A_VOICE_LINE')
  const { lineRef } = await openLine(bench)
  await order(bench, { kind: 'mnp-number', lineRef })
  refusedBy(await sendOrder(bench, { kind: 'mnp-number', lineRef }), 422, 'NUMBER_LIVE')
}

async function checkExpired(bench: Bench) {
  const { lineRef } = await openLine(bench)
  const orderId = await order(bench, { kind: 'mnp-number', lineRef })
  const within = (MNP_DAYS + 1) * DAY_SECONDS
  const { events, facts } = await reached(bench, orderId, 'expired', within)
  const at = events.find(({ state }) => state === 'expired')?.at ?? ''
  const day = Temporal.PlainDate.from(String(facts['expiresOn'])).add({ days: 1 })
  const due = day.toZonedDateTime('Asia/Tokyo').toInstant()
  same('expired at', Temporal.Instant.from(at).toString(), due.toString())
  same('state of the line', (await findLine(bench, lineRef)).state, 'active')
}

/** `<number>:<reservation number>`, as the operator gives it. */
async function reservation(bench: Bench, name: string) {
  const [number = '', mnpNumber = ''] = (await givenOf(bench, name)).split(':')
  return { number, mnpNumber }
}

async function checkPortInRefused(bench: Bench) {
  const portIn = await reservation(bench, 'refusedPortIn')
  const esim = await newEsim(bench, bench.newId())
  refusedBy(await sendOrder(bench, { ...esim, portIn }), 422, 'MNP_NUMBER_UNKNOWN')
}

async function checkPortIn(bench: Bench) {
  const portIn = await reservation(bench, 'portIn')
  const lineRef = bench.newId()
  const forOrderId = await order(bench, { ...(await newEsim(bench, lineRef)), portIn })
  await reached(bench, forOrderId, 'switch_ready')
  const fields = { kind: 'port-in-complete', lineRef, forOrderId, ...portIn }
  const { facts } = await reached(bench, await order(bench, fields), 'switched')
  same('number and portedIn', [facts['number'], facts['portedIn']], [portIn.number, true])
  same('number of the line', (await findLine(bench, lineRef)).number, portIn.number)
}

async function beginPortIn(bench: Bench) {
  const { number } = await reservation(bench, 'portIn')
  const returnUrl = await givenOf(bench, 'returnUrl')
  const state = bench.newId()
  const body = { number, returnUrl, state }
  const begun = bodyOf(await bench.ask(operations.portIn, { body }), 201)
  return { number, returnUrl, state, ...begun }
}

async function checkPortInPage(bench: Bench) {
  const { number, returnUrl, state } = await beginPortIn(bench)
  const { url, secret, answerWithinMs } = bench
  const portal = await createPortIn({ url, secret, timeoutMs: answerWithinMs }).begin({
    number,
    returnUrl,
    state,
  })
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
  const body = { number, returnUrl: 'https://conf.invalid/back', state }
  refusedBy(await bench.ask(operations.portIn, { body }), 422, 'RETURN_URL_REFUSED')
}

async function checkPortInConsent(bench: Bench) {
  const person = personOf(bench)
  const asked = await beginPortIn(bench)
  const back = new URL(await person('consent to bringing the number along', asked.startUrl))
  hold(back.href.startsWith(asked.returnUrl), `led back to ${back.origin}${back.pathname}`)
  same('state', back.searchParams.get('state'), asked.state)
  const oneStopToken = back.searchParams.get('token') ?? ''
  const until = back.searchParams.get('until') ?? ''
  hold(oneStopToken !== '' && /^\d{4}-\d{2}-\d{2}$/.test(until), `token or until is missing`)
  const esim = await newEsim(bench, bench.newId())
  const other = { number: '09000009999', oneStopToken }
  refusedBy(await sendOrder(bench, { ...esim, portIn: other }), 422, 'MNP_NUMBER_UNKNOWN')
  await order(bench, { ...esim, portIn: { number: asked.number, oneStopToken } })

  const declined = await beginPortIn(bench)
  const without = new URL(await person('do not consent to it', declined.startUrl))
  same('error', without.searchParams.get('error'), 'declined')
}

/** `<lineRef>:<token>`: somebody has asked the receiving carrier for the number of this line. */
async function handOff(bench: Bench) {
  const text = await givenOf(bench, 'oneStop')
  const cut = text.indexOf(':')
  return { lineRef: text.slice(0, cut), token: text.slice(cut + 1) }
}

const findToken = async (bench: Bench, token: string) =>
  bodyOf(await bench.ask(operations.oneStopToken, { parameters: { token } }), 200)

async function decide(bench: Bench, fields: Readonly<Record<string, string>>) {
  const body = { orderId: bench.newId(), ...fields }
  return { orderId: body.orderId, answer: await bench.ask(operations.oneStopConsent, { body }) }
}

async function checkToken(bench: Bench) {
  const { lineRef, token } = await handOff(bench)
  const found = await findToken(bench, token)
  same('token and state', [found.token, found.state], [token, 'waiting'])
  same('number', found.number, (await findLine(bench, lineRef)).number)
  const portal = await portalOf(bench).oneStopToken(token)
  hold(portal.kind === 'accepted', `the portal's adapter reads ${JSON.stringify(portal)}`)
  const parameters = { token: bench.newId() }
  refusedBy(await bench.ask(operations.oneStopToken, { parameters }), 404, 'TOKEN_UNKNOWN')
}

async function checkDeclined(bench: Bench) {
  const { lineRef, token } = await handOff(bench)
  const { returnUrl } = await findToken(bench, token)
  const { answer } = await decide(bench, { token, lineRef, result: 'declined' })
  const { state, redirectUrl } = bodyOf(answer, 200)
  same('state', state, 'declined')
  same('where the member goes', new URL(redirectUrl).origin, new URL(returnUrl).origin)
  same('state of the line', (await findLine(bench, lineRef)).state, 'active')
}

async function checkConsented(bench: Bench) {
  const { lineRef, token } = await handOff(bench)
  const { answer, orderId } = await decide(bench, { token, lineRef, result: 'consented' })
  same('state', bodyOf(answer, 200).state, 'consented')
  same('the order of the consent', (await findOrder(bench, orderId)).kind, 'one-stop')
  const { facts } = await reached(bench, orderId, 'ported_out', 2 * MINUTES)
  hold(typeof facts['portedOutAt'] === 'string', 'portedOutAt is missing')
  same('state of the line', (await findLine(bench, lineRef)).state, 'terminated')
}

async function checkOtherLine(bench: Bench) {
  const { token } = await handOff(bench)
  const { lineRef } = await openLine(bench)
  const { answer } = await decide(bench, { token, lineRef, result: 'consented' })
  refusedBy(answer, 422, 'NUMBER_DIFFERS')
  same('state of the token', (await findToken(bench, token)).state, 'waiting')
}

async function checkSpent(bench: Bench) {
  const { lineRef, token } = await handOff(bench)
  const fields = { token, lineRef, result: 'declined' }
  bodyOf((await decide(bench, fields)).answer, 200)
  refusedBy((await decide(bench, fields)).answer, 409, 'TOKEN_SPENT')
}

async function checkLate(bench: Bench) {
  const { lineRef, token } = await handOff(bench)
  await pass(bench, 31 * 60)
  same('state', (await findToken(bench, token)).state, 'expired')
  const { answer } = await decide(bench, { token, lineRef, result: 'consented' })
  refusedBy(answer, 410, 'TOKEN_EXPIRED')
}

/** Numbers that go to another carrier, and that come from one. */
export const numberChecks: readonly Check[] = [
  changes('CARRIER-22', checkIssued),
  changes('CARRIER-23', checkOneAtATime),
  changes('CARRIER-24', checkExpired),
  changes('CARRIER-25', checkPortInRefused),
  changes('CARRIER-26', checkPortIn),
  changes('CARRIER-27', checkPortInPage),
  changes('CARRIER-28', checkPortInConsent),
  reads('CARRIER-29', checkToken),
  changes('CARRIER-30', checkDeclined),
  changes('CARRIER-31', checkConsented),
  changes('CARRIER-32', checkOtherLine),
  changes('CARRIER-33', checkSpent),
  changes('CARRIER-34', checkLate),
]
