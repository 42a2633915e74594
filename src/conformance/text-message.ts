import { textMessage, textMessages } from '#outside/text-message.ts'
import { createTextMessages } from '#backend/adapters/carrier.ts'
import { bodyOf, changes, givenOf, refusedBy, same, type Bench, type Suite } from './check.ts'
import { wireChecks, type Change } from './wire-checks.ts'

const { send } = textMessages.operations

async function messageOf(bench: Bench, text: string, to?: string) {
  return { orderId: bench.newId(), to: to ?? (await givenOf(bench, 'to')), text }
}

const probe = {
  async change(bench: Bench): Promise<Change> {
    return { operation: send, body: await messageOf(bench, '試験のお知らせです。') }
  },
  done: 201,
  otherBody: ({ body }: Change) => ({ ...body, text: '別の文' }),
  malformed: (body: Change['body']) => [
    { ...body, to: undefined },
    { ...body, text: undefined },
    { ...body, text: 1 },
  ],
  portal: ({ url, secret, answerWithinMs }: Bench, { body }: Change) =>
    createTextMessages({ url, secret, timeoutMs: answerWithinMs }).send(textMessage.parse(body)),
}

/** Ten concatenated messages of Japanese. */
const LONGEST = 670

export const textMessageSuite: Suite = {
  system: textMessages,
  creates: ['about twenty SMS to the phone of --given to'],
  wanted: {
    to: { what: 'the number of a phone that may get SMS' },
    unreachable: { what: 'a number that no SMS reaches' },
  },
  checks: [
    ...wireChecks(probe),
    changes('SMS-1', async (bench) => {
      const body = await messageOf(bench, '試験のお知らせです。')
      same('orderId', bodyOf(await bench.ask(send, { body }), 201).orderId, body.orderId)
    }),
    changes('SMS-2', async (bench) => {
      const longest = await messageOf(bench, 'あ'.repeat(LONGEST))
      bodyOf(await bench.ask(send, { body: longest }), 201)
      for (const text of ['', 'あ'.repeat(LONGEST + 1)]) {
        const body = await messageOf(bench, text)
        refusedBy(await bench.ask(send, { body }), 400, 'MALFORMED')
      }
    }),
    changes('SMS-3', async (bench) => {
      for (const to of ['+819000000000', '090-0000-0000', '19000000000']) {
        const body = await messageOf(bench, '試験', to)
        refusedBy(await bench.ask(send, { body }), 400, 'MALFORMED')
      }
    }),
    changes('SMS-4', async (bench) => {
      const body = await messageOf(bench, '試験', await givenOf(bench, 'unreachable'))
      refusedBy(await bench.ask(send, { body }), 422, 'NUMBER_UNREACHABLE')
    }),
  ],
}
