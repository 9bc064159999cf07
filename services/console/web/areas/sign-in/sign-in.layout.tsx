import { Outlet } from '@tanstack/react-router'
import { SignInFrame } from './sign-in.frame.tsx'

export const SignInLayout = () => (
  <SignInFrame>
    <Outlet />
  </SignInFrame>
)
