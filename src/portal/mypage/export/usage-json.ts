import { pages } from '#vocabulary/pages.ts'
import { callOf, pageOf } from '#portal/request.ts'
import { download } from './download.ts'
import { nameOfFile, readUsageRecords } from './usage-records.ts'
import type { Route } from './+types/usage-json.ts'

export function loader({ context, url }: Route.LoaderArgs) {
  return download(pageOf(context), pages.usage, async () => {
    const { records, ...period } = await readUsageRecords(callOf(context), url)
    return {
      name: nameOfFile('data-usage', period, 'json'),
      type: 'application/json',
      text: JSON.stringify({ ...period, lines: records }, null, 2),
    }
  })
}
