import { optionJoinStateWords, optionLeaveStateWords } from '#vocabulary/states/option.ts'
import { machine } from '../machine.ts'

/** Joining: at once where we switch it on ourselves, else when the carrier or the provider has set it up. */
export const optionJoinStates = machine({
  name: 'option-join',
  title: 'オプションの申し込み',
  initial: 'none',
  states: optionJoinStateWords,
  events: {
    asked: ['member', 'staff'],
    joined: ['member', 'staff', 'carrier', 'system'],
    refused: ['carrier', 'system'],
    line_ended: ['system'],
  },
  terminal: ['done', 'refused', 'withdrawn'],
  table: {
    none: { asked: 'setting', joined: 'done' },
    setting: { joined: 'done', refused: 'refused', line_ended: 'withdrawn' },
  },
})

/** Leaving: booked for the month's end, or at once for a switch that costs nothing. */
export const optionLeaveStates = machine({
  name: 'option-leave',
  title: 'オプションの解約',
  initial: 'none',
  states: optionLeaveStateWords,
  events: {
    booked: ['member', 'staff'],
    undone: ['member', 'staff'],
    stop_asked: ['member', 'staff', 'system'],
    ended: ['carrier', 'system'],
    refused: ['carrier', 'system'],
    line_ended: ['system'],
  },
  terminal: ['ended', 'undone', 'refused'],
  table: {
    none: { booked: 'reserved', stop_asked: 'stopping' },
    reserved: { undone: 'undone', stop_asked: 'stopping', ended: 'ended', line_ended: 'ended' },
    stopping: { ended: 'ended', refused: 'refused', line_ended: 'ended' },
  },
})
