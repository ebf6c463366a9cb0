"""Being written."""

from archivist.browser.port import Port
from archivist.wire import Boot, Log, text_of


def serve(port: Port) -> None:
    port.send(text_of(Boot(stage="ready", done=3, total=3)))
    port.listen(lambda text: port.send(text_of(Log(level="info", text=text))))
