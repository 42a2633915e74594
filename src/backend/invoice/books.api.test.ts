import { describe, expect, test } from 'vitest'
import { instant, tokyoDate } from '#domain/tokyo.ts'
import { api } from '#protocol/index.ts'
import { CLOSED, invoiceMembers, november as novemberMonth } from '#tests/api/invoices.ts'
import { writeHolderIndexes } from '#backend/contract/holder-indexes.ts'
import { personIndexes } from '#backend/contract/person-indexes.ts'
import { setProfile } from '#tests/api/members.ts'
import { operatorCommand } from '#tests/api/operator-command.ts'
import { addRow } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { beginBookSearch, type BookSearch } from './commands/search-books.ts'
import { bookKinds, readBooks } from './queries/books.ts'

const harness = await useHarness(CLOSED)
const { member } = invoiceMembers(() => harness)

const november = await member('books-november')
const dearer = await member('books-dearer', [1000])
await setProfile(harness, dearer.accountId, { lastName: '德永', firstName: '𠮷子' })
const { billId } = november
await november.call(api.invoiceIssuePost, { body: { billId, tradeName: '吉野徳' } })
harness.clock.set('2026-12-01T06:06:00+09:00')
await november.call(api.invoiceCorrectPost, { body: { billId, tradeName: '𠮷野德㈱' } })

/** A try to charge the dearer bill on the seventh; only what was paid is in the books. */
const pay = (attempt: number, state: 'ok' | 'refused') =>
  addRow(harness, 'payment', {
    contract_id: dearer.contractId,
    order_id: `pay-books-${attempt}`,
    receipt_no: `P-BOOKS-${attempt}`,
    month: novemberMonth,
    attempt,
    amount_yen: 2291,
    state,
    reason: state === 'ok' ? null : 'expired',
    card_last4: '4242',
    asked_by: 'system',
    sent_at: instant('2026-12-07T10:00:00+09:00'),
    answered_at: instant('2026-12-07T10:00:01+09:00'),
  })
await pay(1, 'refused')
await pay(2, 'ok')

const { database, services } = harness
const clerk = { actor: 'staff', staffId: 'clerk', now: harness.clock.now() } as const

const search = (query: Partial<BookSearch>) =>
  database.db
    .transaction()
    .execute((tx) => beginBookSearch(tx, services, { kinds: bookKinds, ...query }, clerk))
const read = async (query: Partial<BookSearch>) =>
  readBooks(database.db, services, await search(query), { limit: 100 })
const found = async (query: Partial<BookSearch>) =>
  (await read(query)).entries.map(({ kind, amountYen, contractId }) => [
    kind,
    amountYen,
    contractId,
  ])
const billOf = (contractId: string, yen: number) => ['bill', yen, contractId]

/** What the audit says of the last search. */
async function lastNote() {
  const { details } = await database.db
    .selectFrom('audit_entry')
    .select('details')
    .where('action', '=', 'books-searched')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return details
}

describe('請求、請求書、お支払いを、日付・金額・取引先で探す', () => {
  test('日付は範囲で探せ、はじめの日と終わりの日を含む', async () => {
    const day = tokyoDate('2026-12-07')
    expect(await found({ from: day, to: day })).toEqual([['payment', 2291, dearer.contractId]])
    expect(await found({ from: tokyoDate('2026-12-08') })).toEqual([])
    expect(await found({ to: tokyoDate('2026-11-30') })).toEqual([])
    expect(await found({ to: tokyoDate('2026-12-01') })).toHaveLength(4)
  })

  test('金額は範囲で探せ、両端を含む', async () => {
    const bills = { kinds: ['bill'] as const }
    expect(await found({ ...bills, leastYen: 2291, mostYen: 2291 })).toEqual([
      billOf(dearer.contractId, 2291),
    ])
    expect(await found({ ...bills, mostYen: 2290 })).toEqual([billOf(november.contractId, 1191)])
  })

  test('取引先は、契約の番号でも、契約者の名前でも、請求書の宛名でも探せる', async () => {
    const bills = { kinds: ['bill'] as const }
    const theirs = [billOf(dearer.contractId, 2291)]
    expect(await found({ ...bills, customer: dearer.contractId })).toEqual(theirs)
    expect(await found({ ...bills, customer: '德永𠮷子' })).toEqual(theirs)
    expect(await found({ ...bills, customer: '𠮷野德' })).toEqual([
      billOf(november.contractId, 1191),
    ])
    expect(await found({ customer: 'だれでもない' })).toEqual([])
    expect(await found({ customer: '　' })).toEqual([])
  })

  test('氏名のすべてと生年月日なら、どの名前も開かずに、漢字でも読みでも見つかる', async () => {
    const birth = tokyoDate('1990-04-12')
    await writeHolderIndexes(
      database.db,
      dearer.contractId,
      personIndexes(services.sealing, { name: '德永 𠮷子', kana: 'トクナガ ヨシコ', birth }),
    )
    const bills = { kinds: ['bill'] as const, birth }
    const theirs = [billOf(dearer.contractId, 2291)]
    expect(await found({ ...bills, customer: '德永　𠮷子' })).toEqual(theirs)
    expect(await lastNote()).toMatchObject({ by: 'person', namesOpened: 0, contracts: 1 })
    expect(await found({ ...bills, customer: 'とくなが よしこ' })).toEqual(theirs)
    expect(await found({ ...bills, customer: '德永' })).toEqual([])
    const other = tokyoDate('1990-04-13')
    expect(await found({ ...bills, customer: '德永𠮷子', birth: other })).toEqual([])
  })

  test('名前だけで探すときに開く名前は、日付と金額に合う帳簿のお客さまのものだけ', async () => {
    const day = tokyoDate('2026-12-07')
    expect(await found({ customer: '子', from: day, to: day })).toEqual([
      ['payment', 2291, dearer.contractId],
    ])
    expect(await lastNote()).toMatchObject({ by: 'name', namesOpened: 1, contracts: 1 })
  })

  test('だれが何を探したかは、名前を残さずに記録する', async () => {
    await found({ customer: '德永𠮷子', leastYen: 1000 })
    const note = await lastNote()
    expect(note).toEqual({
      staff: 'clerk',
      kinds: [...bookKinds],
      leastYen: 1000,
      by: 'name',
      customer: services.sealing.index('books customer', '德永𠮷子\n').slice(0, 12),
      namesOpened: 2,
      contracts: 1,
    })
    await found({ customer: dearer.contractId })
    expect(await lastNote()).toMatchObject({ by: 'contract', namesOpened: 0 })
  })

  test('日付、金額、取引先を組み合わせると、すべてに合うものだけが残る', async () => {
    const to = tokyoDate('2026-12-01')
    const all = { from: to, to, leastYen: 1000, mostYen: 2000, customer: '髙橋' }
    expect(await found(all)).toEqual([
      billOf(november.contractId, 1191),
      ['invoice', 1191, november.contractId],
      ['invoice', 1191, november.contractId],
    ])
    expect(await found({ ...all, leastYen: 1192 })).toEqual([])
  })

  test('訂正した請求書は、もとの請求書とともに残り、どちらからも相手が分かる', async () => {
    const { entries } = await read({ kinds: ['invoice'] })
    expect(entries).toMatchObject([
      {
        number: 'I-00000001',
        customer: '吉野徳　髙橋 﨑子',
        replaces: undefined,
        replacedBy: 'I-00000002',
      },
      {
        number: 'I-00000002',
        customer: '𠮷野德㈱　髙橋 﨑子',
        replaces: 'I-00000001',
        replacedBy: undefined,
      },
    ])
  })

  test.each([
    'update invoice set total_yen = 1',
    'delete from invoice',
    'update bill set total_yen = 1',
    'delete from bill',
    'delete from bill_line',
    'update payment set amount_yen = 1',
    'delete from payment',
  ])('帳簿の行は、データベースの持ち主でも書き換えられない：%s', async (statement) => {
    await expect(harness.database.pool.query(statement)).rejects.toThrow()
    expect(await found({})).toHaveLength(5)
  })

  test('一度に読む数より多いときは、続きから読め、同じものが二度出ない', async () => {
    const numbers: string[] = []
    const { db } = harness.database
    let after: Awaited<ReturnType<typeof read>>['next']
    do {
      const page = await readBooks(db, harness.services, { kinds: bookKinds }, { limit: 2, after })
      numbers.push(...page.entries.map((entry) => entry.number))
      after = page.next
    } while (after !== undefined)
    expect(numbers).toHaveLength(5)
    expect(new Set(numbers).size).toBe(5)
  })

  test('npm run books は、見つけたものと合計を印刷する', async () => {
    const lines = await operatorCommand(
      harness,
      'books',
      '--customer',
      '德永',
      '--from',
      '2026-12-01',
      '--who',
      '経理 みどり',
      '--case',
      'DESK-7',
    )
    expect(lines.map((line) => line.split('  ').toSpliced(1, 1))).toEqual([
      ['請求', '2026-12-01', '2291', '德永 𠮷子', dearer.contractId, '', ''],
      ['お支払い', '2026-12-07', '2291', '德永 𠮷子', dearer.contractId, '', ''],
      ['2 found, 4582 yen together'],
    ])
    expect(await lastNote()).toMatchObject({
      staff: `shell:${services.sealing.index('staff', '経理 みどり').slice(0, 12)}`,
      caseNo: 'DESK-7',
    })
    const refused = (...words: string[]) =>
      expect(operatorCommand(harness, 'books', ...words)).rejects
    await refused('--from', '12月', '--who', '経理').toThrow('is no day')
    await refused('--customer', '德永').toThrow('Say --who <your name>')
  })
})
