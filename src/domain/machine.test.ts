import { describe, expect, test } from 'vitest'
import { machine } from './machine.ts'

const door = machine({
  name: 'door',
  title: 'ドア',
  initial: 'closed',
  states: {
    closed: { label: '閉', sentence: '閉まっています。' },
    open: { label: '開', sentence: '開いています。' },
    removed: { label: '撤去', sentence: '取り外しました。' },
  },
  events: { opened: ['member'], closed: ['member', 'system'], removed: ['staff'] },
  terminal: ['removed'],
  table: {
    closed: { opened: 'open', removed: 'removed' },
    open: { closed: 'closed' },
  },
})

describe('状態の表', () => {
  test('状態から出来事で次の状態に進む', () => {
    expect(door.next('closed', 'opened')).toEqual({ ok: true, value: 'open' })
    expect(door.can('open', 'closed', 'system')).toBe(true)
  })

  test('状態が許さないことと、してはいけない人を断る', () => {
    expect(door.next('open', 'opened')).toMatchObject({ code: 'WRONG_STATE' })
    expect(door.next('closed', 'removed', 'member')).toMatchObject({ code: 'WRONG_ACTOR' })
  })

  test('終わりの状態と、だれが何をできるかを知っている', () => {
    expect(door.terminal).toEqual(['removed'])
    expect(door.eventsFrom('closed', 'member')).toEqual(['opened'])
  })

  test('図は表から描く', () => {
    expect(door.diagram()).toBe(
      [
        'stateDiagram-v2',
        '  closed: 閉',
        '  open: 開',
        '  removed: 撤去',
        '  [*] --> closed',
        '  closed --> open: opened',
        '  closed --> removed: removed',
        '  open --> closed: closed',
        '  removed --> [*]',
      ].join('\n'),
    )
  })
})
