# Sluice in a container: nothing in it but the program, its packages and the Node that it brings as one of them.
# Build: docker build -t sluice .      Run: see compose.yaml and deploy/kubernetes

FROM docker.io/library/node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
# The pages, and what the command knows of the API, are made when the packages are installed.
COPY web ./web
COPY client/src ./client/src
COPY src ./src
# The package of Node keeps its headers and a second name of the program beside it.
RUN npm install --omit=dev && rm -rf node_modules/node/node_modules node_modules/.cache && mkdir /data

# C and C++ runtime libraries and certificates, no shell and no package manager. It has the user 65532, without rights.
FROM gcr.io/distroless/cc-debian12:nonroot
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=packages /app/web/checkout/dist ./web/checkout/dist
COPY --from=packages /app/web/console/dist ./web/console/dist
COPY --from=packages /app/web/dashboard/dist ./web/dashboard/dist
COPY --from=packages /app/dist ./dist
COPY package.json LICENSE ./
# The command signs and reads by the client's sources.
COPY client/src ./client/src
COPY src ./src
# The merchants' guides, which the gateway serves at /docs/guides.
COPY docs/merchants ./docs/merchants
# A volume takes its owner from the folder that it covers: the account without rights must be able to write there.
COPY --from=packages --chown=65532:65532 --chmod=0700 /data /data
ENV NODE_COMPILE_CACHE=/app/node_modules/.cache/sluice \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data \
    SLUICE_LEAVE_MS=5000
EXPOSE 8080
USER 65532:65532
# Only for the embedded database; with DATABASE_URL nothing is kept here, and the rest of the file system may be read-only.
VOLUME ["/data"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["/app/node_modules/node/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/app/node_modules/node/bin/node", "--disable-warning=ExperimentalWarning", "/app/src/main.ts"]
CMD ["serve"]
