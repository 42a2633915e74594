import { expect, test } from 'vitest'
import { blockers } from '#domain/exclusion/matrix.ts'
import { blockedMeanwhile } from './blocked-meanwhile.ts'

test('できなくなることの文は、回線を一度だけ言う', () => {
  const said = blockers.flatMap((blocker) =>
    (['contract', 'line'] as const).flatMap((concerns) =>
      blockedMeanwhile(blocker, concerns).map(({ message }) => message),
    ),
  )
  expect(said).toContain('この回線のご家族への譲渡は、この手続きが終わるまで申し込めません。')
  expect(said.filter((message) => message.includes('回線の回線'))).toEqual([])
})
