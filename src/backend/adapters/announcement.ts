import { z } from 'zod'
import { announcementItem } from '#outside/navigation.ts'
import type { AnnouncementPort } from '#backend/ports/navigation.ts'

const response = z.object({ items: z.array(announcementItem.omit({ url: true })) })

/** Asks the announcement service behind the bar's script; none when it does not answer within a second. */
export function createAnnouncement(options: {
  scriptUrl: string
  onFailure: (cause: unknown) => void
}): AnnouncementPort {
  const itemsUrl = new URL('items', options.scriptUrl)
  return {
    async items(placeId, size) {
      const query = new URLSearchParams({ placeId: String(placeId), size: String(size) })
      try {
        const answer = await fetch(`${itemsUrl}?${query}`, {
          redirect: 'error',
          signal: AbortSignal.timeout(1000),
        })
        return response.parse(await answer.json()).items
      } catch (cause) {
        options.onFailure(cause)
        return []
      }
    },
  }
}
