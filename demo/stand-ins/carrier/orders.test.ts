import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { newSim, start, useCarrier, voiceLine } from '#tests/stand-ins/carrier.ts'

const carrier = useCarrier()

describe('注文', () => {
  test('新しいSIMは発送され、届き、選んだ時刻に切り替わり、それから通信が始まる', async () => {
    const order = { orderId: 'sim-1', ...newSim, shipTo: { name: '佐藤 花子' } }
    const accepted = await carrier.post('/orders', order)
    expect(accepted).toMatchObject({ status: 202, json: { state: 'accepted', acceptedAt: start } })
    expect((await carrier.post('/orders', order)).isReplayed).toBe(true)
    const switchOver = {
      orderId: 'sw-1',
      kind: 'switch-over',
      lineRef: 'L2',
      forOrderId: 'sim-1',
      at: '2026-11-23T09:00:00+09:00',
    }
    const early = await carrier.post('/orders', { ...switchOver, orderId: 'sw-0' })
    expect(early).toMatchObject({ status: 422, json: { error: { code: 'NOT_READY' } } })

    await carrier.moveTo('2026-11-21T15:00:00+09:00')
    expect((await carrier.get('/orders/sim-1')).json).toMatchObject({
      state: 'shipped',
      facts: { trackingNo: expect.stringMatching(/^\d{12}$/) },
    })
    await carrier.moveTo('2026-11-22T12:00:00+09:00')
    expect((await carrier.post('/orders', switchOver)).status).toBe(202)
    await carrier.moveTo('2026-11-23T09:00:00+09:00')
    expect((await carrier.get('/orders/sim-1')).json).toMatchObject({
      state: 'switched',
      facts: { number: expect.stringMatching(/^0200000\d{4}$/) },
    })
    expect((await carrier.get('/lines/L2')).json).toMatchObject({
      kind: 'data',
      state: 'active',
      startedAt: '2026-11-23T09:00:00+09:00',
    })
    await carrier.moveTo('2026-12-24T00:00:00+09:00')
    const usage = await carrier.get('/usage/total?lineRef=L2&month=2026-12')
    expect(usage.json).toMatchObject({ records: 0 })
    await fetch(`${carrier.url()}/usage`, { headers: { authorization: 'Bearer secret' } })
    const read = await carrier.get('/usage/total?lineRef=L2&month=2026-12')
    expect(read.json).toMatchObject({ records: expect.any(Number), lowBytes: 0 })
    expect(JSON.stringify(read.json)).not.toContain('"records":0')
    const received = carrier.received().filter((message) => message['orderId'] === 'sim-1')
    expect(received.map((message) => message['state'])).toEqual([
      'accepted',
      'shipped',
      'arrived',
      'switch_ready',
      'switched',
    ])
  })

  test('SIMの送り先の住所は残さない', async () => {
    const shipTo = { name: '佐藤 花子', address: '東京都千代田区一番町1' }
    await carrier.post('/orders', { orderId: 'sim-9', ...newSim, shipTo })
    await carrier.restart()
    const stored = await readFile(carrier.dataFile(), 'utf8')
    expect(stored).toContain('sim-9')
    expect(stored).not.toContain('佐藤')
    expect(stored).not.toContain('一番町')
  })

  test('だれも切り替えないSIMは、10日目に自動で切り替わる', async () => {
    await carrier.post('/orders', { orderId: 'sim-2', ...newSim })
    await carrier.moveTo('2026-12-02T02:59:59+09:00')
    expect((await carrier.get('/orders/sim-2')).json).toMatchObject({ state: 'switch_ready' })
    await carrier.moveTo('2026-12-02T03:00:00+09:00')
    expect((await carrier.get('/orders/sim-2')).json).toMatchObject({ state: 'auto_switched' })
  })

  test('eSIMは数秒で用意でき、種別は切り替えのときに変わる', async () => {
    const order = { orderId: 'k-1', kind: 'change-kind', lineRef: 'L1', toKind: 'data' }
    const eid = '89049032000000000000000000001234'
    expect((await carrier.post('/orders', order)).status).toBe(400)
    await carrier.post('/orders', { ...order, eid })
    await carrier.moveTo('2026-11-20T10:00:20+09:00')
    expect((await carrier.get('/orders/k-1')).json).toMatchObject({
      state: 'switch_ready',
      facts: { activationCode: expect.stringMatching(/^LPA:1\$smdp\.carrier\.example\$M-\d{16}$/) },
    })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ kind: 'voice' })
    const now = { orderId: 'sw', kind: 'switch-over', lineRef: 'L1', forOrderId: 'k-1' }
    expect((await carrier.post('/orders', now)).status).toBe(202)
    expect((await carrier.get('/lines/L1')).json).toMatchObject({
      kind: 'data',
      simKind: 'esim',
      // Another kind means another number, the same on every machine.
      number: '02000000563',
    })
    const short = { ...order, orderId: 'k-2', eid: '1234' }
    expect((await carrier.post('/orders', short)).status).toBe(400)
  })

  test('持ち込んだ番号が、回線の番号になる', async () => {
    await carrier.post('/orders', { orderId: 'sim-3', ...newSim, toKind: 'voice' })
    await carrier.moveTo('2026-11-22T12:00:00+09:00')
    const portIn = {
      orderId: 'in-1',
      kind: 'port-in-complete',
      lineRef: 'L2',
      forOrderId: 'sim-3',
      number: '09000009999',
      mnpNumber: '1234567890',
    }
    await carrier.post('/orders', portIn)
    expect((await carrier.get('/orders/in-1')).json).toMatchObject({
      state: 'switched',
      facts: { number: '09000009999', portedIn: true },
    })
  })

  test('MNP予約番号は15日間有効で、使われると回線が終わる', async () => {
    const order = { kind: 'mnp-number', lineRef: 'L1' }
    await carrier.post('/orders', { orderId: 'm-1', ...order })
    await carrier.moveTo('2026-11-20T10:03:00+09:00')
    const issued = await carrier.get('/orders/m-1')
    expect(issued.json).toMatchObject({
      state: 'issued',
      facts: {
        mnpNumber: expect.stringMatching(/^99\d{8}$/),
        issuedOn: '2026-11-20',
        expiresOn: '2026-12-04',
      },
    })
    const second = await carrier.post('/orders', { orderId: 'm-2', ...order })
    expect(second).toMatchObject({ status: 422, json: { error: { code: 'NUMBER_LIVE' } } })
    await carrier.moveTo('2026-12-04T23:59:59+09:00')
    expect((await carrier.get('/orders/m-1')).json).toMatchObject({ state: 'issued' })
    await carrier.moveTo('2026-12-05T00:00:00+09:00')
    expect((await carrier.get('/orders/m-1')).json).toMatchObject({ state: 'expired' })

    await carrier.post('/orders', { orderId: 'm-3', ...order })
    await carrier.moveTo('2026-12-05T00:03:00+09:00')
    const received = carrier
      .received()
      .find((message) => message['orderId'] === 'm-3' && message['state'] === 'issued')
    const facts = { mnpNumber: '0000000000', ...Object(received?.['facts']) }
    const use = { number: '07000001234', mnpNumber: facts.mnpNumber }
    expect((await carrier.post('/mnp/use', { ...use, number: '07000000000' })).status).toBe(404)
    expect((await carrier.post('/mnp/use', use)).json).toMatchObject({ state: 'ported_out' })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'terminated' })
    expect((await carrier.post('/mnp/use', use)).status).toBe(410)
  })

  test('MNP予約番号は、音声の回線だけに出る', async () => {
    await carrier.put('/lines/L3', { ...voiceLine, kind: 'sms' })
    const refused = await carrier.post('/orders', {
      orderId: 'm-9',
      kind: 'mnp-number',
      lineRef: 'L3',
    })
    expect(refused.json).toMatchObject({ error: { code: 'NOT_A_VOICE_LINE' } })
    expect((await carrier.get('/orders/m-9')).json).toMatchObject({
      state: 'rejected',
      facts: { reason: 'NOT_A_VOICE_LINE' },
    })
  })

  test('解約はその時刻まで取り消せ、時刻が来ると回線が終わる', async () => {
    const end = { kind: 'terminate', lineRef: 'L1', at: '2026-12-01T00:00:00+09:00' }
    await carrier.post('/orders', { orderId: 't-1', ...end })
    const undo = { orderId: 'c-1', kind: 'cancel', lineRef: 'L1', forOrderId: 't-1' }
    expect((await carrier.post('/orders', undo)).status).toBe(202)
    expect((await carrier.get('/orders/t-1')).json).toMatchObject({ state: 'cancelled' })
    await carrier.moveTo('2026-12-02T00:00:00+09:00')
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'active' })

    await carrier.post('/orders', { orderId: 't-2', ...end, at: '2027-01-01T00:00:00+09:00' })
    await carrier.moveTo('2027-01-01T00:00:00+09:00')
    expect((await carrier.get('/lines/L1')).json).toMatchObject({
      state: 'terminated',
      endedAt: '2027-01-01T00:00:00+09:00',
    })
    const late = await carrier.post('/orders', { ...undo, orderId: 'c-2', forOrderId: 't-2' })
    expect(late.json).toMatchObject({ error: { code: 'LINE_TERMINATED' } })
    const off = await carrier.put('/lines/L1/high-speed', { orderId: 'h', on: false })
    expect(off.json).toMatchObject({ error: { code: 'LINE_TERMINATED' } })
  })
})

describe('ほかの契約に譲った回線', () => {
  const at = '2026-12-01T00:00:00+09:00'
  const handOver = { kind: 'hand-over', lineRef: 'L1', toLineRef: 'L1-next', at }

  test('その時刻から新しい名前で続き、番号とSIMはそのまま。何度頼まれても同じになる', async () => {
    const before = Object((await carrier.get('/lines/L1')).json)
    await carrier.moveTo('2026-12-01T00:10:00+09:00')
    const accepted = await carrier.post('/orders', { orderId: 'h-1', ...handOver })
    expect(accepted.status).toBe(202)
    const again = await carrier.post('/orders', { orderId: 'h-1', ...handOver })
    expect(again.isReplayed).toBe(true)
    expect((await carrier.get('/lines/L1')).json).toMatchObject({
      state: 'terminated',
      endedAt: at,
    })
    expect((await carrier.get('/lines/L1-next')).json).toMatchObject({
      state: 'active',
      startedAt: at,
      number: before.number,
      iccid: before.iccid,
      kind: before.kind,
    })
    const second = await carrier.post('/orders', { orderId: 'h-2', ...handOver })
    expect(second.json).toMatchObject({ error: { code: 'LINE_TERMINATED' } })
  })

  test('頼むのが遅れたら、まだ渡していない最初の時間から始まる', async () => {
    await carrier.moveTo('2026-12-01T05:30:00+09:00')
    await fetch(`${carrier.url()}/usage`, { headers: { authorization: 'Bearer secret' } })
    await carrier.post('/orders', { orderId: 'h-3', ...handOver })
    const [old, next] = await Promise.all(
      ['L1', 'L1-next'].map(async (ref) => Object((await carrier.get(`/lines/${ref}`)).json)),
    )
    expect([old.endedAt, next.startedAt]).toEqual([
      '2026-12-01T05:00:00+09:00',
      '2026-12-01T05:00:00+09:00',
    ])
  })
})

describe('ワンストップの受け渡し', () => {
  const mint = async () => {
    const { json } = await carrier.post('/one-stop/tokens', { number: '07000001234' })
    return { token: '', consentUrl: '', ...Object(json) }
  }

  test('同意から10分で転出が終わり、その合い札は1回だけ使える', async () => {
    const { token, consentUrl } = await mint()
    const url = new URL(consentUrl)
    expect(url.origin + url.pathname).toBe('http://portal.test/mypage/portout.html')
    expect(url.searchParams.get('return_url')).toBe(`${carrier.url()}/one-stop/done`)
    expect((await carrier.get(`/one-stop/tokens/${token}`)).json).toMatchObject({
      number: '07000001234',
      returnUrl: `${carrier.url()}/one-stop/done`,
      state: 'waiting',
    })
    const consent = { orderId: 'os-1', token, lineRef: 'L1', result: 'consented' }
    const first = await carrier.post('/one-stop/consents', consent)
    expect(first.json).toMatchObject({
      redirectUrl: `${carrier.url()}/one-stop/done?result=consented`,
    })
    expect((await carrier.post('/one-stop/consents', consent)).json).toEqual(first.json)
    const other = await carrier.post('/one-stop/consents', { ...consent, orderId: 'os-2' })
    expect(other.json).toMatchObject({ error: { code: 'TOKEN_SPENT' } })
    await carrier.moveTo('2026-11-20T10:10:00+09:00')
    expect((await carrier.get('/orders/os-1')).json).toMatchObject({ state: 'ported_out' })
    expect((await carrier.get('/lines/L1')).json).toMatchObject({ state: 'terminated' })
  })

  test('末尾9404の番号は、移転先で開通しない', async () => {
    await carrier.put('/lines/L4', { ...voiceLine, number: '07000009404' })
    const { json } = await carrier.post('/one-stop/tokens', { number: '07000009404' })
    const { token } = { token: '', ...Object(json) }
    const consent = { orderId: 'os-5', token, lineRef: 'L4', result: 'consented' }
    expect((await carrier.post('/one-stop/consents', consent)).status).toBe(200)
    await carrier.moveTo('2026-12-20T10:00:00+09:00')
    expect((await carrier.get('/orders/os-5')).json).toMatchObject({ state: 'accepted' })
    expect((await carrier.get('/lines/L4')).json).toMatchObject({ state: 'active' })
  })

  test('別の番号、遅れた合い札、違う合い札は断る', async () => {
    const { token } = await mint()
    await carrier.put('/lines/L3', { ...voiceLine, number: '07000005678' })
    const consent = { orderId: 'os-3', token, lineRef: 'L3', result: 'consented' }
    expect((await carrier.post('/one-stop/consents', consent)).json).toMatchObject({
      error: { code: 'NUMBER_DIFFERS' },
    })
    carrier.wait({ minutes: 30 })
    const late = { ...consent, orderId: 'os-4', lineRef: 'L1' }
    expect((await carrier.post('/one-stop/consents', late)).json).toMatchObject({
      error: { code: 'TOKEN_EXPIRED' },
    })
    expect((await carrier.get('/one-stop/tokens/unknown')).status).toBe(404)
    const form = new URLSearchParams({ number: '０７０-0000-1234' })
    const sent = await fetch(`${carrier.url()}/one-stop`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(sent.headers.get('location')).toContain('http://portal.test/mypage/portout.html?token=')
  })
})
