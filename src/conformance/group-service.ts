import { groupServices } from '#outside/group-service.ts'
import { createGroupServices } from '#backend/adapters/group-service.ts'
import { bodyOf, changes, givenOf, hold, refusedBy, same, type Bench, type Suite } from './check.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const { switch: operation } = groupServices.operations

type Service = 'public-wifi' | 'magazines'

async function changeOf(bench: Bench, service: Service, on: boolean, memberRef?: string) {
  const parameters = { service, memberRef: memberRef ?? (await givenOf(bench, 'memberRef')) }
  return { operation, parameters, body: { orderId: bench.newId(), on } }
}

async function switchTo(bench: Bench, service: Service, on: boolean) {
  const { parameters, body } = await changeOf(bench, service, on)
  const done = bodyOf(await bench.ask(operation, { parameters, body }), 200)
  same('orderId', done.orderId, body.orderId)
  return done
}

async function checkBegun(bench: Bench, service: Service, names: readonly string[]) {
  const { activation } = await switchTo(bench, service, true)
  const missing = names.filter((name) => !activation?.[name])
  hold(missing.length === 0, `activation has no ${missing.join(', ')}`)
  hold(URL.canParse(activation?.['url'] ?? ''), 'activation.url is no address')
}

const probe = {
  change: (bench: Bench): Promise<Change> => changeOf(bench, 'public-wifi', true),
  done: 200,
  otherBody: ({ body }: Change) => ({ ...body, on: false }),
  elsewhere: async (_: Bench, change: Change) => ({
    ...change,
    parameters: { ...change.parameters, service: 'magazines' },
  }),
  malformed: (body: Change['body']) => [
    { ...body, on: undefined },
    { ...body, on: 'yes' },
  ],
  atField: 'effectiveAt',
  portal: ({ url, secret, answerWithinMs }: Bench, { parameters, body }: Change) =>
    createGroupServices({ url, secret, timeoutMs: answerWithinMs }).switch(
      parameters?.['service'] ?? '',
      parameters?.['memberRef'] ?? '',
      { orderId: body.orderId, on: true },
    ),
}

export const groupServiceSuite: Suite = {
  system: groupServices,
  creates: ['public Wi-Fi and magazines of memberRef, switched on and off some twenty times'],
  wanted: {
    memberRef: { what: 'a contract that the group may know' },
    refusedMember: { what: 'a contract for which the group refuses' },
  },
  checks: [
    ...wireChecks(probe),
    changes('SERVICE-1', (bench) => checkBegun(bench, 'public-wifi', ['id', 'password', 'url'])),
    changes('SERVICE-2', (bench) => checkBegun(bench, 'magazines', ['code', 'url'])),
    changes('SERVICE-3', async (bench) => {
      const { activation } = await switchTo(bench, 'public-wifi', false)
      hold(activation === undefined, 'switched off, it hands over what one begins with')
    }),
    changes('SERVICE-4', async (bench) => {
      const memberRef = await givenOf(bench, 'memberRef')
      const parameters = { service: 'conf-no-such-service', memberRef }
      const body = { orderId: bench.newId(), on: true }
      refusedBy(await bench.ask(operation, { parameters, body }), 400, 'MALFORMED')
    }),
    changes('SERVICE-5', async (bench) => {
      const memberRef = await givenOf(bench, 'refusedMember')
      const { parameters, body } = await changeOf(bench, 'public-wifi', true, memberRef)
      refusedBy(await bench.ask(operation, { parameters, body }), 422, 'SERVICE_REFUSED')
    }),
  ],
}
