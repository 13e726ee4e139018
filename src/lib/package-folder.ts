import { fileURLToPath } from 'node:url';

/** The folder of the installed package: where `systemd/`, `router.example.yaml` and `dist/` are. Without a trailing slash. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('../..', import.meta.url)).replace(/(?<=.)\/$/, '');
