import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { antiForgery } from '#protocol/http.ts'
import { api } from '#protocol/index.ts'
import { factsOf } from '#server/app.ts'
import type { ServerEnv } from '#server/edge/request-facts.ts'
import { photographRoutes } from '#server/routes/photograph-routes.ts'
import { createCookies } from '#server/session/cookies.ts'
import { pages } from '#vocabulary/pages.ts'
import { deviceDesk } from './devices.ts'
import { uploadOffences, type Upload } from './hostile-files.ts'
import { picture } from './pictures.ts'

const ORIGIN = 'http://localhost:3000'
const { harness, registered, claim, claimsOf } = await deviceDesk()
const cookies = createCookies(ORIGIN)
const app = new Hono<ServerEnv>()
app.use(async (c, next) => {
  c.set('facts', await factsOf(c.req.raw, harness.services, cookies))
  await next()
})
app.route('/', photographRoutes(harness.services, cookies))

type Member = Awaited<ReturnType<typeof registered>>

/** Photographs of a claim, in by the form and out by their address. */
function photographsOf(member: Member, orderNo: string) {
  const headers = {
    Cookie: `sid=${member.secret}; ${antiForgery.cookie}=${member.token}`,
    Origin: ORIGIN,
    'Sec-Fetch-Site': 'same-origin',
  }
  const ids = async () =>
    ((await claimsOf(member))[0]?.photographs ?? []).map(({ photographId }) => photographId)
  const ask = async (path: string, body?: FormData) =>
    app.request(`${ORIGIN}${path}`, { headers, ...(body && { method: 'POST', body }) })
  const formWith = (...files: File[]) => {
    const form = new FormData()
    form.set(antiForgery.field, member.token)
    form.set('orderNo', orderNo)
    for (const file of files) form.append('photograph', file)
    return form
  }
  const upload: Upload = {
    send: (file) => ask(pages.claimPhotograph, formWith(file)),
    stored: async () => {
      const files = []
      for (const id of await ids()) {
        const answer = await ask(`${pages.claimPhotograph}/${id}.jpg`)
        expect(answer.headers.get('content-type')).toBe('image/jpeg')
        expect(answer.headers.get('content-disposition')).toBe('inline; filename="photograph.jpg"')
        files.push(Buffer.from(await answer.arrayBuffer()))
      }
      return files
    },
    forget: async () => {
      for (const photographId of await ids())
        await member.call(api.assuredDevicePhotographsDelete, { query: { photographId } })
    },
  }
  return {
    upload,
    ids,
    sendTogether: (...files: File[]) => ask(pages.claimPhotograph, formWith(...files)),
  }
}

test('写真の送り口は、写真でないものを残さず、写真に付いてきたものも、名前も残さない', async () => {
  const member = await registered()
  const { orderNo } = await claim(member)
  const before = process.memoryUsage().rss
  expect(await uploadOffences(photographsOf(member, orderNo).upload)).toEqual([])
  expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000)
})

test('一度の送信からは1枚だけを、ひとつの請求には4枚までを受け取る', async () => {
  const member = await registered()
  const { orderNo } = await claim(member)
  const { ids, sendTogether } = photographsOf(member, orderNo)
  const files = await Promise.all(
    [50, 51, 52, 53, 54, 55].map(
      async (side) => new File([new Uint8Array(await picture('png', side))], 'photo.png'),
    ),
  )
  await sendTogether(...files)
  expect(await ids()).toHaveLength(1)
  for (const file of files) await sendTogether(file)
  expect(await ids()).toHaveLength(4)
})
