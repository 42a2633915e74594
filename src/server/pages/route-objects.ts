import type { RouteObject, ServerBuild } from 'react-router'

/** The routes of a build as React Router matches an address with them. */
export function toRouteObjects(
  build: Pick<ServerBuild, 'routes'>,
  parentId?: string,
): RouteObject[] {
  return Object.values(build.routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    if (route.index) return [{ id: route.id, index: true, path: route.path }]
    return [{ id: route.id, path: route.path, children: toRouteObjects(build, route.id) }]
  })
}
