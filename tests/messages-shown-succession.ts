import {
  takenOverMessage,
  papersAskedMessage,
  endingMessage,
  successionLapsedMessage,
  noteToHolderMessage,
  successionReceivedMessage,
  successionRejectedMessage,
  papersSentMessage,
  successionWithdrawnMessage,
} from '#backend/succession/messages.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { accountId } from './message-samples.ts'

const told = { accountId, orderNo: 'SC-TEST-0000-0001' }

export const successionShown = {
  successionReceivedMessage: [successionReceivedMessage(told)],
  noteToHolderMessage: [noteToHolderMessage(told)],
  papersAskedMessage: [papersAskedMessage(told, '続柄の分かる戸籍謄本をお願いします。', '1')],
  papersSentMessage: [papersSentMessage(told, '1')],
  takenOverMessage: [takenOverMessage(told)],
  endingMessage: [endingMessage(told, tokyoDate('2026-11-30'))],
  successionRejectedMessage: [
    successionRejectedMessage(told, 'take_over', '書類の内容を確認できませんでした。'),
    successionRejectedMessage(told, 'end', '書類の内容を確認できませんでした。'),
  ],
  successionWithdrawnMessage: [successionWithdrawnMessage(told)],
  successionLapsedMessage: [successionLapsedMessage(told)],
}
