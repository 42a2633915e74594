import {
  acceptedMessage,
  receivedMessage,
  rejectedMessage,
  reminderMessage,
  withdrawnMessage,
} from '#backend/application/messages.ts'
import { accountId, now } from './message-samples.ts'

const told = { accountId, orderNo: 'AP-TEST-0000-0001' }

export const applicationShown = {
  receivedMessage: [receivedMessage(told, false), receivedMessage(told, true)],
  acceptedMessage: [acceptedMessage(told)],
  rejectedMessage: [rejectedMessage(told, '書類の内容を確認できませんでした。')],
  withdrawnMessage: [withdrawnMessage(told, false), withdrawnMessage(told, true)],
  reminderMessage: [
    reminderMessage({ accountId, applicationId: 'app_1', version: 7 }, now.add({ hours: 72 })),
  ],
}
