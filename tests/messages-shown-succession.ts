import {
  takenOverMessage,
  papersAskedMessage,
  endingMessage,
  successionLapsedMessage,
  announcedMessage,
  formerHolderMessage,
  moveAheadMessage,
  noteToHolderMessage,
  overForHolderMessage,
  pauseAheadMessage,
  stoppedForHeirMessage,
  stoppedForHolderMessage,
  triedMessage,
  successionReceivedMessage,
  successionRejectedMessage,
  papersSentMessage,
  successionWithdrawnMessage,
} from '#backend/succession/messages.ts'
import { tokyoDate } from '#domain/tokyo.ts'
import { accountId } from './message-samples.ts'

const told = { accountId, orderNo: 'SC-TEST-0000-0001' }
const holder = { ...told, secret: 'secret-of-the-link' }
const at = Temporal.Instant.from('2026-11-23T13:00:00+09:00')

export const successionShown = {
  successionReceivedMessage: [successionReceivedMessage(told)],
  noteToHolderMessage: [
    noteToHolderMessage({ ...holder, wish: 'take_over' }),
    noteToHolderMessage({ ...holder, wish: 'end' }),
  ],
  pauseAheadMessage: [pauseAheadMessage({ ...holder, wish: 'take_over' }, at)],
  moveAheadMessage: [
    moveAheadMessage({ ...holder, wish: 'take_over' }, at),
    moveAheadMessage({ ...holder, wish: 'end' }, at),
  ],
  announcedMessage: [announcedMessage(told, 'take_over', at)],
  formerHolderMessage: [formerHolderMessage(told)],
  stoppedForHolderMessage: [stoppedForHolderMessage(told)],
  stoppedForHeirMessage: [stoppedForHeirMessage(told, 'take_over')],
  overForHolderMessage: [overForHolderMessage(told, 'withdrawn')],
  triedMessage: [triedMessage({ accountId, on: tokyoDate('2026-11-20') })],
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
