import { queueStateWords } from '#vocabulary/states/queue.ts'
import { machine, type StateOf } from '../machine.ts'

/** "Then do it for me": a procedure that waits until what blocks it is over. */
export const queueStates = machine({
  name: 'queued-procedure',
  title: '順番待ちの手続き',
  initial: 'waiting',
  states: queueStateWords,
  events: {
    freed: ['system'],
    blocked_again: ['system'],
    started: ['system'],
    refused: ['system'],
    withdrawn: ['member', 'staff'],
  },
  terminal: ['started', 'refused', 'withdrawn'],
  table: {
    waiting: { freed: 'ready', refused: 'refused', withdrawn: 'withdrawn' },
    ready: {
      started: 'started',
      refused: 'refused',
      blocked_again: 'waiting',
      withdrawn: 'withdrawn',
    },
  },
})

export type QueueState = StateOf<typeof queueStates>
