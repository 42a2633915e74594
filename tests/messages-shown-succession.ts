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

const facts = { accountId, orderNo: 'SC-TEST-0000-0001' }
const holder = { ...facts, secret: 'secret-of-the-link' }
const at = Temporal.Instant.from('2026-11-23T13:00:00+09:00')

export const successionShown = {
  successionReceivedMessage: [successionReceivedMessage(facts)],
  noteToHolderMessage: [
    noteToHolderMessage({ ...holder, request: 'take_over' }),
    noteToHolderMessage({ ...holder, request: 'end' }),
  ],
  pauseAheadMessage: [pauseAheadMessage({ ...holder, request: 'take_over' }, at)],
  moveAheadMessage: [
    moveAheadMessage({ ...holder, request: 'take_over' }, at),
    moveAheadMessage({ ...holder, request: 'end' }, at),
  ],
  announcedMessage: [announcedMessage(facts, 'take_over', at)],
  formerHolderMessage: [formerHolderMessage(facts)],
  stoppedForHolderMessage: [stoppedForHolderMessage(facts)],
  stoppedForHeirMessage: [stoppedForHeirMessage(facts, 'take_over')],
  overForHolderMessage: [overForHolderMessage(facts, 'withdrawn')],
  triedMessage: [triedMessage({ accountId, on: tokyoDate('2026-11-20') })],
  papersAskedMessage: [papersAskedMessage(facts, '続柄の分かる戸籍謄本をお願いします。', '1')],
  papersSentMessage: [papersSentMessage(facts, '1')],
  takenOverMessage: [takenOverMessage(facts)],
  endingMessage: [endingMessage(facts, tokyoDate('2026-11-30'))],
  successionRejectedMessage: [
    successionRejectedMessage(facts, 'take_over', '書類の内容を確認できませんでした。'),
    successionRejectedMessage(facts, 'end', '書類の内容を確認できませんでした。'),
  ],
  successionWithdrawnMessage: [successionWithdrawnMessage(facts)],
  successionLapsedMessage: [successionLapsedMessage(facts)],
}
