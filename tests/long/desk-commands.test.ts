import { describe, expect, test } from 'vitest'
import { makeMember } from '../api/members.ts'
import { operatorCommand } from '../api/operator-command.ts'
import { useHarness } from '../api/use-harness.ts'

// Whoever reads a member's data or decides by a command of the desk says who they are.

const harness = await useHarness()
const { accountId } = await makeMember(harness, { loginId: 'of-the-desk' })

const notes = () =>
  harness.database.db
    .selectFrom('audit_entry')
    .select(['chain', 'actor', 'action', 'target', 'details'])
    .where('action', '=', 'desk-command')
    .execute()

describe('係のコマンドは、だれがするのかを言わなければ、何もしない', () => {
  test.each([
    ['applications', ['show', 'AP-1']],
    ['applications', ['accept', 'AP-1']],
    ['successions', ['reject', 'SC-1', '書類が足りません。']],
    ['claims', ['show', 'A-1']],
    ['claims', ['repair', 'A-1']],
    ['refunds', ['again', 'bill-1']],
    ['compensation', ['--outage', 'out_1', '--reason', '障害']],
    ['outage', ['close', 'out_1', '--message', '復旧しました。']],
    ['findings', ['again', 'job-failed', 'job-1']],
    ['sessions', ['acc_1']],
    ['sessions', ['end', 'acc_1', 'DESK-1']],
    ['books', []],
    ['reviews', ['show', 'chk_1']],
  ])('npm run %s -- %j は、名前がなければ断る', async (name, words) => {
    await expect(operatorCommand(harness, name, ...words)).rejects.toThrow(
      'Say --who <your name>: who does it is recorded.',
    )
    expect(await notes()).toEqual([])
  })
})

test('言えば、名前ではなく、名前から作った印と、案件の番号を記録に残す', async () => {
  const who = ['--who', '窓口 みどり', '--case', 'DESK-7']
  expect(await operatorCommand(harness, 'sessions', accountId, ...who)).toHaveLength(1)
  const staff = `shell:${harness.services.sealing.index('staff', '窓口 みどり').slice(0, 12)}`
  expect(await notes()).toEqual([
    {
      chain: 'system',
      actor: 'staff',
      action: 'desk-command',
      target: accountId,
      details: { command: 'sessions', staff, caseNo: 'DESK-7' },
    },
  ])
  const wrongCase = ['--who', '窓口 みどり', '--case', '山田さんの件']
  await expect(operatorCommand(harness, 'sessions', accountId, ...wrongCase)).rejects.toThrow(
    'Say --case with a number like DESK-123.',
  )
})

test('断られた決定は、記録にも残らない', async () => {
  const before = await notes()
  const who = ['--who', '窓口 みどり']
  await expect(operatorCommand(harness, 'applications', 'accept', 'AP-0', ...who)).rejects.toThrow()
  expect(await notes()).toEqual(before)
})
