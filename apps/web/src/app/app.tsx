import type { ReactNode } from 'react'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { routes } from './routes.tsx'

const router = createBrowserRouter(routes)

export function App(): ReactNode {
  return <RouterProvider router={router} />
}
