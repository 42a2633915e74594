export type NavigationRequest = {
  is_sp: boolean
  dmm_login: boolean
  mvno_member: boolean
  /** The current route (spec 7.2); data, never a URL to fetch. */
  back_path: string
}

/** HTML strings (spec 3, Navigation response), cleaned; all empty when the service failed (spec 8). */
export type NavigationHtml = { head: string; header: string; footer: string; main_contents: string }

export type NavigationPort = {
  fetch: (request: NavigationRequest) => Promise<
    NavigationHtml & {
      /** The service did not answer and there is no copy: worth asking again soon. */
      isMissing: boolean
    }
  >
}

export type AnnouncementItem = {
  id: string
  title: string
  body: string
  level: 'info' | 'important'
  from: string
  to: string | null
}

export type AnnouncementPort = {
  items: (placeId: number, size: number) => Promise<AnnouncementItem[]>
}
