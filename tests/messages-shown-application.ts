import {
  acceptedMessage,
  orderedFacts,
  receivedMessage,
  rejectedMessage,
  reminderMessage,
  withdrawnMessage,
} from '#backend/application/messages.ts'
import { priceOf } from '#backend/application/queries/prices.ts'
import { publishedPrices } from '#domain/catalogue/price-book.ts'
import { accountId, now } from './message-samples.ts'

const ordered = orderedFacts(
  { plan: 13, lineCount: 1, lines: [{ kind: 'voice', size: 'nano' }], options: [] },
  priceOf(
    { plan: 13, lines: [{ kind: 'voice', size: 'nano' }], options: [] },
    now,
    publishedPrices,
  ),
)
const facts = { accountId, orderNo: 'AP-TEST-0000-0001' }

const draft = { accountId, applicationId: 'app_1', version: 7 }

export const applicationShown = {
  receivedMessage: [receivedMessage(facts, false, ordered), receivedMessage(facts, true, ordered)],
  acceptedMessage: [acceptedMessage(facts)],
  rejectedMessage: [rejectedMessage(facts, '書類の内容を確認できませんでした。')],
  withdrawnMessage: [withdrawnMessage(facts, false), withdrawnMessage(facts, true)],
  reminderMessage: [
    reminderMessage(draft, { until: now.add({ hours: 27 * 24 }), isLast: false }),
    reminderMessage(draft, { until: now.add({ hours: 72 }), isLast: true }),
  ],
}
