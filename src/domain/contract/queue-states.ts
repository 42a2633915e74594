import { machine, type EventOf, type StateOf } from '../machine.ts'

/** "Then do it for me": a procedure that waits until what blocks it is over. */
export const queueStates = machine({
  name: 'queued-procedure',
  title: '順番待ちの手続き',
  initial: 'waiting',
  states: {
    waiting: { label: '順番待ち', sentence: '手続きできるようになるまでお待ちください。' },
    ready: { label: '開始待ち', sentence: '手続きできるようになりました。まもなく始めます。' },
    started: { label: '開始済み', sentence: '手続きを始めました。お手続き状況で確認できます。' },
    refused: {
      label: '開始できず',
      sentence: '手続きを始められませんでした。理由を確認してください。',
    },
    withdrawn: { label: '取り下げ済み', sentence: '順番待ちを取り下げました。' },
  },
  events: {
    freed: ['system'],
    blocked_again: ['system'],
    started: ['system'],
    refused: ['system'],
    withdrawn: ['member', 'staff'],
  },
  table: {
    waiting: { freed: 'ready', refused: 'refused', withdrawn: 'withdrawn' },
    ready: {
      started: 'started',
      refused: 'refused',
      blocked_again: 'waiting',
      withdrawn: 'withdrawn',
    },
    started: {},
    refused: {},
    withdrawn: {},
  },
})

export type QueueState = StateOf<typeof queueStates>
export type QueueEvent = EventOf<typeof queueStates>
