import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { statePages, statesFolder } from './draw-states.ts'

test('docs/states は最新である（node tools/draw-states.ts）', async () => {
  const pages = statePages()
  expect((await readdir(statesFolder)).toSorted()).toEqual([...pages.keys()].toSorted())
  for (const [name, text] of pages)
    expect(await readFile(new URL(name, statesFolder), 'utf8'), name).toBe(text)
})

test('ページには、図と、どの状態も、だれが進めるかもある', () => {
  const page = statePages().get('plan-size-booking.md') ?? ''
  expect(page).toContain('```mermaid\nstateDiagram-v2\n')
  expect(page).toContain('| `reserved` | 予約済み | 適用日の0時に新しいデータ容量になります。 |  |')
  expect(page).toContain('| `none` | `booked` | `reserved` | member, staff |')
})
