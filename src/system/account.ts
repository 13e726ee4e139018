import { userInfo } from 'node:os';

/** The name of this account, as logind knows it; its number for a user id without an account. */
export function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? '');
  }
}
